// What the whole numbers among a decision's options are, by the kind of the decision.

export type OptionSort = 'area' | 'seat' | 'card' | 'kind' | 'civ' | 'advance' | 'number';

const SORTS: Record<string, OptionSort> = {
  civilization: 'civ',
  tax_rate: 'number',
  buy_card: 'number',
  plunder: 'number',
  hand_limit: 'card',
  banditry: 'card',
  corruption: 'card',
  theocracy: 'card',
  trade_routes: 'card',
  tribute: 'card',
  free_credits: 'number',
  volcano: 'area',
  flood_plain: 'area',
  famine_victims: 'seat',
  epidemic_victims: 'seat',
  iconoclasm_victims: 'seat',
  piracy_victims: 'seat',
  provincial_empire: 'seat',
  revolt_annexed: 'area',
  revolt_lost: 'area',
  growth: 'area',
  fight_order: 'area',
  loss: 'area',
  defence_order: 'area',
  reduce_for_support: 'area',
  reduce_cities: 'area',
  destroy_city: 'area',
  damage: 'area',
  city_in_flames: 'area',
  earthquake: 'area',
  earthquake_beside: 'area',
  treachery: 'area',
  cyclone_sea: 'area',
  cyclone_cities: 'area',
  cyclone_spared: 'area',
  civil_war: 'area',
  tyranny: 'area',
  annexed_cities: 'area',
  annexed_tokens: 'area',
  regression: 'area',
  piracy: 'area',
  piracy_of_others: 'area',
  fundamentalism: 'area',
  monotheism: 'area',
  politics: 'area',
  diaspora: 'area',
  universal_doctrine: 'area',
  coastal_damage: 'area',
  flood_damage: 'area',
  pirate_attack_order: 'area',
  horde_city: 'area',
  horde_march: 'area',
  doctrine_tokens: 'area',
  diaspora_to: 'area',
  politics_treasury: 'number',
  show_tribute: 'seat',
  resettle: 'area',
  short_cities: 'area',
  short_tokens: 'area',
  theme_city: 'area',
};

export function sortOf(kind: string): OptionSort {
  return SORTS[kind] ?? guess(kind);
}

/** A kind that nobody has listed: most questions are about areas. */
function guess(kind: string): OptionSort {
  if (/card|discard|commodit|banditry|corruption/.test(kind)) return 'card';
  if (/victim|player|partner|beneficiar|secondary|who\b/.test(kind)) return 'seat';
  if (/number|rate|amount|treasury|how_many|pay/.test(kind)) return 'number';
  return 'area';
}
