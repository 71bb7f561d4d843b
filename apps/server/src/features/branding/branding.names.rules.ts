/** Letters and digits that look like a Latin letter, by that letter. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  a: 'аαạɑ@4∂',
  b: 'ьвßβ8Ƅ',
  c: 'сϲ¢ⅽ',
  d: 'ԁⅾɗ',
  e: 'еєε3℮ҽ',
  f: 'ƒғ',
  g: 'ɡց9',
  h: 'һհнⲏ',
  i: 'іιíı1l|ӏǀⅼ',
  j: 'јϳʝ',
  k: 'кκĸ',
  m: 'мⅿʍ',
  n: 'ոпη',
  o: 'оοσօ0ø',
  p: 'рρƿ',
  q: 'ԛգ',
  r: 'гʀᴦ',
  s: 'ѕʂ5$',
  t: 'тτ7',
  u: 'υսцʋ',
  v: 'νѵⅴ',
  w: 'ԝωшѡ',
  x: 'хχ×ⅹ',
  y: 'уγүұ',
  z: 'ᴢʐ2',
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKE).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

const folded = (text: string): string =>
  Array.from(
    text.normalize('NFKC').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''),
    (sign) => LATIN.get(sign) ?? sign,
  )
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/**
 * A name with everything removed that readers do not see, and letters that look alike made the same. Two names with one
 * key could be mistaken for each other.
 */
export const nameKeyOf = (name: string): string => folded(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Words that speak for the platform, for its security or for a payment provider. */
const RESERVED = new Set(
  [
    'admin administrator operator moderator official root system postmaster webmaster noreply',
    'support help helpdesk security secure safety trust verify verification verified',
    'billing payment payments invoice account accounts login password signin privacy legal',
    'stripe google apple microsoft paypal whatsapp',
  ]
    .join(' ')
    .split(' ')
    .map(nameKeyOf),
);
/** Words that make a reserved name no different. */
const FILLERS = new Set(
  'the a and of by your my our team center centre desk service services department app'.split(' ').map(nameKeyOf),
);

/** Whether a brand may not have this name: the product's, one that contains it, or one that only has reserved words. */
export function isReservedName(name: string, productName: string): boolean {
  const key = nameKeyOf(name);
  if (key === '' || key.includes(nameKeyOf(productName))) return true;
  if (RESERVED.has(key)) return true;
  const words = folded(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.some((word) => RESERVED.has(word)) && words.every((word) => RESERVED.has(word) || FILLERS.has(word));
}
