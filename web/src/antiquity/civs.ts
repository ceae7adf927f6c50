// Colour and emblem of each civilization: our own drawings, 24 by 24, one path each. A civilization that is not
// listed gets a colour by its number and its first letter, so that no title can break the board.

import { prefs } from '../lib/prefs.svelte';

export interface Arms {
  colour: string;
  ink: string;
  emblem: string;
  letter: string;
}

const EMBLEMS: Record<string, string> = {
  minoa:
    'M11.1 2.5h1.8v19h-1.8zM10.4 9.6C8.2 10.6 5 13.4 3 14c.9-3.6 .9-7.4 0-11 2 .6 5.2 3.4 7.4 4.4zM13.6 9.6c2.2 1 5.4 3.8 7.4 4.4-.9-3.6-.9-7.4 0-11-2 .6-5.2 3.4-7.4 4.4z',
  saba: 'M5.5 12h13c0 3.5-2 5.5-4.8 6.1V20H17v2H7v-2h3.3v-1.9C7.5 17.5 5.5 15.5 5.5 12zM11.1 10.4C8.3 8.2 13 6.7 10.7 2c4.8 2.6 3.5 5 2.3 6.3-.7.8-.7 1.4 0 2.1z',
  assyria:
    'M12 7.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6zm0 2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM7.3 9.4 1.5 7.6c.2 1.5.8 2.6 1.7 3.4-.3.8 0 1.9.9 2.6.2.9 1.3 1.7 3.8 1.5-.8-1.6-1-3.9-.6-5.7zm9.4 0 5.8-1.8c-.2 1.5-.8 2.6-1.7 3.4.3.8 0 1.9-.9 2.6-.2.9-1.3 1.7-3.8 1.5.8-1.6 1-3.9.6-5.7zM10 16l-1.2 4.5h6.4L14 16c-1.2.7-2.8.7-4 0z',
  maurya:
    'M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19zm1 2.1v4.7l3.3-3.3A7.4 7.4 0 0 0 13 4.6zm-2 0A7.4 7.4 0 0 0 7.7 6L11 9.3zM6.2 7.5A7.4 7.4 0 0 0 4.7 11h5zm11.6 0-3.5 3.5h5a7.4 7.4 0 0 0-1.5-3.5zM4.7 13a7.4 7.4 0 0 0 1.5 3.5L9.7 13zm9.6 0 3.5 3.5a7.4 7.4 0 0 0 1.5-3.5zM11 14.7 7.7 18a7.4 7.4 0 0 0 3.3 1.4zm2 0v4.7a7.4 7.4 0 0 0 3.3-1.4z',
  celt: 'M12 12C9.5 8.7 10 4.5 14 3c3.3-1.1 6 1.7 4.7 4.3-1 1.9-3.6 1.7-3.9-.2-.1-.8.4-1.4 1.1-1.5-2.7-.4-4.6 2.8-3.9 6.4zm0 0c4.1-.5 7.5 2 6.8 6.2-.7 3.4-4.5 4.3-6.1 1.9-1.2-1.8.3-3.9 2.1-3.2.7.3 1 1 .7 1.7 1.7-2.2 0-5.5-3.5-6.6zm0 0c-1.6 3.8-5.5 5.5-8.8 2.8-2.6-2.3-1.5-6 1.4-6.2 2.1-.1 3.2 2.3 1.7 3.5-.6.5-1.4.4-1.8-.2 1 2.6 4.7 2.9 7.5.1z',
  babylon:
    'M12 1.5 13.9 7.4 19.4 4.6 16.6 10.1 22.5 12 16.6 13.9 19.4 19.4 13.9 16.6 12 22.5 10.1 16.6 4.6 19.4 7.4 13.9 1.5 12 7.4 10.1 4.6 4.6 10.1 7.4z',
  carthage:
    'M12 2a3.3 3.3 0 1 1 0 6.6A3.3 3.3 0 0 1 12 2zM4 7.5h1.8v2h12.4v-2H20v4h-6.2L19.5 22h-15l5.7-10.5H4z',
  dravidia:
    'M10.8 2h2.4v2h1.6l.6 3.4h1l.7 4h1.1l.8 4.6h1L21 22h-6.5v-3.5a2.5 2.5 0 0 0-5 0V22H3l1-6h1l.8-4.6h1.1l.7-4h1L9.2 4h1.6z',
  hatti:
    'M12 7.5a6.7 6.7 0 1 1 0 13.4 6.7 6.7 0 0 1 0-13.4zm-1 2.2a4.7 4.7 0 0 0-3.5 3.5H11zm2 0v3.5h3.5A4.7 4.7 0 0 0 13 9.7zm-5.5 5.5A4.7 4.7 0 0 0 11 18.7v-3.5zm5.5 0v3.5a4.7 4.7 0 0 0 3.5-3.5zM3.5 3C4.5 6 6.5 7.3 9.5 6.7c-2.2-.7-2.9-2.5-2.5-4.2L8.7 4c.7 1.3 1.6 2 3.3 2s2.6-.7 3.3-2L17 2.5c.4 1.7-.3 3.5-2.5 4.2 3 .6 5-.7 6-3.7-.3 4.5-3.3 7-8.5 6.5C6.8 10 3.8 7.5 3.5 3z',
  kushan:
    'M12 2c3.8 3.6 5.3 6 3.2 9.1C17 10.5 18 9.4 18.3 8c1.9 4.1.2 7.2-3.3 8H9c-3.5-.8-5.2-3.9-3.3-8 .3 1.4 1.3 2.5 3.1 3.1C6.7 8 8.2 5.6 12 2zM7 17.5h10V19h-2l1.5 3h-9L9 19H7z',
  rome: 'M12 1.5 14 5v9.5h3.5v2.2h-4.4v3.1a1.6 1.6 0 1 1-2.2 0v-3.1H6.5v-2.2H10V5z',
  persia: 'M3 8h2.6v3h2.1V5.5h2.6V11h.4V3h2.6v8h.4V5.5h2.6V11h2.1V8H21l-1.3 10H4.3zM4.3 19.5h15.4V22H4.3z',
  iberia:
    'M2.5 3.5C4 6.7 6.5 7.6 9.5 7.5h5c3 .1 5.5-.8 7-4 .8 4.2-1.2 7.4-5 8.3l-.6 4.7c-.3 2.4-1.7 5-3.9 5s-3.6-2.6-3.9-5l-.6-4.7c-3.8-.9-5.8-4.1-5-8.3zM9 12.7a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2zm6 0a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2z',
  nubia: 'M8.5 4 15 21H2zM16.5 8.5 22 21h-5.8l-2.4-6.3z',
  hellas:
    'M9 2h6v2h-1.3v2.3c.9.3 1.7.8 2.3 1.6.5-.9 1.2-1.3 2-1.1 2.3.6 1.8 4.3-.9 6.2-.2 3.3-1.9 5.5-3.6 6.6V22h-3v-2.4c-1.7-1.1-3.4-3.3-3.6-6.6-2.7-1.9-3.2-5.6-.9-6.2.8-.2 1.5.2 2 1.1.6-.8 1.4-1.3 2.3-1.6V4H9zM6.4 8.3c-.7.4-.4 2 .5 2.8.1-.9.2-1.5.4-2.1-.2-.4-.5-.7-.9-.7zm11.2 0c-.4 0-.7.3-.9.7.2.6.3 1.2.4 2.1.9-.8 1.2-2.4.5-2.8z',
  indus:
    'M2 12c3.3-5 9-6.5 13.5-2.2L20.5 5c1.4 1.6 1.5 4.8-.8 7 2.3 2.2 2.2 5.4.8 7l-5-4.8C11 18.5 5.3 17 2 12zm4.5-1.6a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z',
  egypt:
    'M12 1.5c2.7 0 4.6 1.8 4.6 4.3 0 1.9-1.2 3.9-2.9 5.4H20v2.9h-6.4l.9 8.4h-5l.9-8.4H4v-2.9h6.3C8.6 9.7 7.4 7.7 7.4 5.8c0-2.5 1.9-4.3 4.6-4.3zm0 2.4c-1.3 0-2.1.8-2.1 2 0 1.3.9 2.9 2.1 4.1 1.2-1.2 2.1-2.8 2.1-4.1 0-1.2-.8-2-2.1-2z',
  parthia:
    'M4 2.5c9.5 1 15.5 7 17 17l-2 .4C17.8 13.7 15.4 9.5 12.8 7.3L9 14.5l5.3-1.3-7.7 8.6-1.8-1.6L9.3 12l2-5.8C9.3 5 6.9 4.5 4 4.4z',
  '': 'M4.2 2.8 12 10.6l7.8-7.8 1.4 1.4-7.8 7.8 7.8 7.8-1.4 1.4-7.8-7.8-7.8 7.8-1.4-1.4 7.8-7.8-7.8-7.8z',
};

// Each is the strong form of the tint of its region on the map.
const COLOURS: Record<string, string> = {
  minoa: '#0f8f7f',
  saba: '#f2b48c',
  assyria: '#6a4fa3',
  maurya: '#9ccb5a',
  celt: '#3f7a1f',
  babylon: '#f3ead2',
  carthage: '#a23f7c',
  dravidia: '#7d2f1d',
  hatti: '#8a4b1c',
  kushan: '#3c5f7d',
  rome: '#b3242b',
  persia: '#e0708f',
  iberia: '#ea8a15',
  nubia: '#3d3029',
  hellas: '#2f6fd0',
  indus: '#6fd0b8',
  egypt: '#f2c81a',
  parthia: '#8c9440',
};

// For eyes that do not tell red from green: spread by lightness and along blue and yellow.
const SAFE: Record<string, string> = {
  minoa: '#b7e07a',
  saba: '#f0b6d3',
  assyria: '#00796f',
  maurya: '#ffffff',
  celt: '#0b3d2a',
  babylon: '#0a1f66',
  carthage: '#e69f00',
  dravidia: '#ffd9b3',
  hatti: '#6a51a3',
  kushan: '#6f7580',
  rome: '#8f1d14',
  persia: '#cc79a7',
  iberia: '#5c3a15',
  nubia: '#1a1a1a',
  hellas: '#0072b2',
  indus: '#9ed4f5',
  egypt: '#f7e14a',
  parthia: '#a69b2f',
};

/** The tint of a civilization's region on the map. */
export const TINTS: Record<string, string> = {
  saba: '#cf8f45',
  maurya: '#6f9a4a',
  babylon: '#c9b04a',
  dravidia: '#a8583f',
  kushan: '#5c8fb0',
  persia: '#b0506a',
  nubia: '#8a6f4a',
  indus: '#3f9c86',
  parthia: '#94a844',
  iberia: '#cf9136',
  celt: '#86a04c',
  rome: '#bd4b40',
  carthage: '#a9668a',
  egypt: '#dbb63a',
  assyria: '#7e6aa6',
  hatti: '#b86e3c',
  minoa: '#2f9c8c',
  hellas: '#5a86cc',
};

const SPARE = [
  '#78a83a',
  '#b2222d',
  '#2f70c2',
  '#efc51d',
  '#7b45a0',
  '#e17d1c',
  '#149393',
  '#85572b',
  '#697482',
];

export const NEUTRAL: Arms = { colour: '#26211c', ink: '#f3ead6', emblem: EMBLEMS['']!, letter: '×' };

const made = new Map<string, Arms>();

/** How a civilization is shown. */
export function arms(key: string, number: number): Arms {
  const safe = prefs.palette === 'safe';
  const id = `${key}/${number}/${safe}`;
  let found = made.get(id);
  if (!found) {
    const colour = (safe ? SAFE : COLOURS)[key] ?? SPARE[number % SPARE.length]!;
    found = {
      colour,
      ink: inkOn(colour),
      emblem: EMBLEMS[key] ?? '',
      letter: key.charAt(0).toUpperCase() || '?',
    };
    made.set(id, found);
  }
  return found;
}

/** Dark or light, whichever is read more easily on the colour. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (light + 0.05) / 0.066 > 1.05 / (light + 0.05) ? '#231c14' : '#fffaf0';
}
