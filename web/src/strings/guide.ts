// The guide in our own words. Part of the catalogue of strings; loaded only when it is opened.

export interface Chapter {
  key: string;
  title: string;
  text: string[];
}

export const chapters: Chapter[] = [
  {
    key: 'start',
    title: 'In one minute',
    text: [
      'You lead a people of the ancient world. Your tokens spread over the map and grow; where enough of them stand together you found a city. Cities need people around them who feed them, and each city brings you a trade card every turn.',
      'Trade cards are worth little alone and much in sets: five wine cards are worth twenty-five times the value of one. So you trade, with everybody, all at once, and some of what you are given may be a calamity.',
      'With sets of cards you buy advances: music, law, astronavigation. They protect you, help you, make each other cheaper, and they count when the game ends. Each turn your marker moves one space through the ages, if you have built enough and learned enough.',
      'Whoever has the most points at the end is first: a point for a city, one to six for an advance, five for every space your marker has gone.',
    ],
  },
  {
    key: 'turn',
    title: 'The thirteen phases',
    text: [
      '1 Taxes. Every city moves two tokens from your stock to your treasury. If the stock runs dry, cities revolt and go over to somebody else. Keep tokens in stock.',
      '2 Growth and census. An area with one token gains one, an area with more gains two. Then all are counted; the largest people moves first, unless it waits.',
      '3 Movement. Each token may step over one border by land, or travel by ship. A ship costs two tokens or two treasury and carries five.',
      '4 Conflict. Where more tokens stand than the limit allows, and they belong to several, they fight: the smaller loses first. Seven tokens can take a city.',
      '5 Cities. Six tokens on a city site become a city, twelve anywhere else. Then tokens above the limit go, and each city needs two tokens on the board to support it.',
      '6 Trade cards. With n cities you draw from the stacks 1 to n. A card of the ninth stack can also be bought for 15 treasury.',
      '7 Trade. Everybody with everybody, at the same time.',
      '8 and 9 Calamities. Two strike you at most (three with the minor ones), the rest is discarded. Then they are resolved in their order.',
      '10 Special abilities of some advances. 11 Surplus and support once more.',
      '12 Advances. Pay with sets of cards and treasury. At most eight cards stay in your hand.',
      '13 Succession. Your marker moves if the terms of the epoch are met.',
    ],
  },
  {
    key: 'board',
    title: 'On this board',
    text: [
      'The number on the small disc is the population limit: so many tokens can live there. A black square is a city site; a white one is a site on a flood plain, fertile and in danger. Dashed lines are borders at sea.',
      'What you are asked stands at the top right, in one sentence, with the rule beside it. Places where you can act glow on the map, and everything you can do is in the list as well: nothing needs the mouse.',
      'In movement, tap an area of yours, choose how many go, and tap where. The arrow is your order; take it back as long as you have not ended your movement.',
      'Undo is yours as long as nobody learned anything by your answer. The clock symbol opens the timeline: go to any moment of the game and try from there what would have happened.',
    ],
  },
  {
    key: 'trade',
    title: 'Trading',
    text: [
      'Each side gives at least three cards. Each names two of them truly, and the number truly. About the rest you may say what you like, or nothing.',
      'A calamity that may be traded can hide among the rest. Who gave it to you is remembered: when it strikes he profits.',
      'Look at the green number beside a set: that is what one more card of this kind would add. Give what is single in your hand, ask for what you collect.',
      'Nobody has to trade. When you are done, say so; you may change your mind until all are done or the time is up.',
    ],
  },
  {
    key: 'calamities',
    title: 'Calamities',
    text: [
      'Some cards are disasters: floods, famines, revolts. Those that may not be traded come from the bottom of the stacks; the others wander from hand to hand.',
      'Many strike neighbours too: the victim must name others who suffer with him. Some have a beneficiary, who decides what is lost.',
      'Advances soften them: Medicine against Epidemic, Pottery against Famine, Masonry against Cyclone. The market says in a line what each does; a few make another calamity worse.',
    ],
  },
  {
    key: 'winning',
    title: 'How to do well',
    text: [
      'First, fill good land: limits of 2 and 3 feed cities. Four cities by turn six is a good beginning, and never let growth stop for want of stock.',
      'Cheap advances first: each makes others of its colour cheaper for the rest of the game. Buy every turn.',
      'Watch the succession table: it says what you lack for the next space. A turn lost there is five points lost.',
      'Keep two tokens for every city, and one more for bad times.',
    ],
  },
  { key: 'glossary', title: 'Glossary', text: [] },
];

export const glossary: [string, string][] = [
  ['Advance', 'What your civilization has learned. Bought in phase 12 with cards and treasury; never lost.'],
  [
    'A.S.T.',
    'The succession table: the tracks on which the markers move through the epochs. Its fixed order of civilizations settles ties.',
  ],
  ['Annex', 'To replace a foreign city or token by one of your own from stock.'],
  ['Basic and Expert', 'Two sides of the succession table. Expert asks more and takes back.'],
  [
    'Beneficiary',
    'Who gains by a revolt or a calamity, and often decides what is lost: usually the one with most cities still in stock.',
  ],
  [
    'Calamity',
    'A trade card that strikes its holder in phase 9. Minor, major, and such as cannot be traded.',
  ],
  ['Census', 'The count of all tokens on the board. It sets the order of movement.'],
  ['City site', 'A square on the map. There a city costs 6 tokens, elsewhere 12.'],
  ['Commodity', 'A trade card that is worth something: its face value is the number of its stack.'],
  ['Conflict', 'Tokens of several owners above the limit, or tokens beside a foreign city.'],
  ['Credit', 'What advances you hold take off the price of others: by colour, or by name.'],
  ['Flood plain', 'Fertile land along great rivers; the Flood comes there.'],
  ['Limit', 'How many tokens can live in an area. Agriculture adds one where you are alone.'],
  [
    'Maintenance',
    'A ship of an earlier turn costs one treasury or one token before it is used, or it is lost.',
  ],
  ['Open sea', 'Water without land. Only with Astronavigation, and never to end there.'],
  ['Phase', 'One of thirteen parts of a turn.'],
  ['Pirate city', 'A city that is nobody’s. It can be attacked like any other.'],
  ['Primary victim', 'The holder of a calamity.'],
  ['Secondary victim', 'Who suffers with him because he was named.'],
  ['Set', 'Equal commodity cards: n cards are worth n times n times the face value.'],
  ['Stock', 'Your tokens, cities and ships that are not on the board. Stock feeds growth and treasury.'],
  [
    'Support',
    'Two tokens on the board for each city (three with Cultural Ascendancy), or a city is reduced.',
  ],
  ['Surplus', 'Tokens above the limit after cities are built: they go back to stock.'],
  ['Treasury', 'Tokens that are money. They neither grow nor fight.'],
  ['Unit', 'A token or a city. In unit points a token is 1, a city 5.'],
  ['Water card', 'What you draw from an empty stack: a commodity worth nothing.'],
  ['Wilderness', 'An area without a city site.'],
];
