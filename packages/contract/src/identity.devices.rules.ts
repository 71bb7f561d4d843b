/** Ordered: a browser that is made of another one names both. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** The user agent is what somebody sent; more than this says nothing. */
const LONGEST = 1000;

export type DeviceDescription = { name: string; handheld: boolean };

/** A device in the words of people: `Chrome on Mac`. What is not recognised is said to be unknown, never repeated. */
export function describeDevice(userAgent: string | null): DeviceDescription {
  const text = (userAgent ?? '').slice(0, LONGEST);
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, device] = [find(BROWSERS), find(DEVICES)];
  const handheld = /^(iPhone|iPad|Android)/.test(device ?? '');
  if (browser && device) return { name: `${browser} on ${device}`, handheld };
  return { name: browser ?? device ?? 'Unknown device', handheld };
}
