/** Calling codes of the regions of locales, for the start of a phone number. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  AE: '971',
  AR: '54',
  AT: '43',
  AU: '61',
  BE: '32',
  BG: '359',
  BR: '55',
  CA: '1',
  CH: '41',
  CL: '56',
  CN: '86',
  CO: '57',
  CR: '506',
  CY: '357',
  CZ: '420',
  DE: '49',
  DK: '45',
  EE: '372',
  EG: '20',
  ES: '34',
  FI: '358',
  FR: '33',
  GB: '44',
  GR: '30',
  HK: '852',
  HR: '385',
  HU: '36',
  ID: '62',
  IE: '353',
  IL: '972',
  IN: '91',
  IS: '354',
  IT: '39',
  JP: '81',
  KE: '254',
  KR: '82',
  LT: '370',
  LU: '352',
  LV: '371',
  MA: '212',
  MT: '356',
  MX: '52',
  MY: '60',
  NG: '234',
  NL: '31',
  NO: '47',
  NZ: '64',
  PE: '51',
  PH: '63',
  PK: '92',
  PL: '48',
  PR: '1',
  PT: '351',
  RO: '40',
  RS: '381',
  SA: '966',
  SE: '46',
  SG: '65',
  SI: '386',
  SK: '421',
  TH: '66',
  TR: '90',
  TW: '886',
  UA: '380',
  US: '1',
  UY: '598',
  VN: '84',
  ZA: '27',
};

/** Where the zero in front of a national number belongs to the international one. */
const KEEPS_ZERO = new Set(['39']);

const E164 = /^\+[1-9]\d{6,14}$/;

/** The `+` and calling code for a locale such as `de-AT`. Just `+` for an unknown region. */
export function callingCodeOf(locale: string): string {
  const region = /[-_]([a-z]{2})\b/i.exec(locale)?.[1]?.toUpperCase();
  return `+${(region && CALLING_CODES[region]) ?? ''}`;
}

/**
 * A phone number in the form of E.164, such as `+14155550123`, from what a person typed. Undefined for anything else,
 * such as a number without a calling code.
 */
export function toPhoneNumber(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s().\-/\u00a0]/g, '').replace(/^00/, '+');
  // Some write +44 (0)20 7946 0000.
  const code = [1, 2, 3].map((length) => digits.slice(1, 1 + length)).find((start) => CODES.has(start)) ?? '';
  const national = digits.slice(1 + code.length);
  const number = code && !KEEPS_ZERO.has(code) ? `+${code}${national.replace(/^0+/, '')}` : digits;
  return digits.startsWith('+') && E164.test(number) ? number : undefined;
}

const CODES = new Set(Object.values(CALLING_CODES));
