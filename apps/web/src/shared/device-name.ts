/** Ordered, because a derived browser also names its origin. */
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

/** Characters to inspect, because clients can send a header of any length. */
const MAX_LENGTH = 1000;

export type DeviceDescription = { name: string; handheld: boolean };

/** Device name such as `Chrome on Mac`. Unknown parts are never repeated, because the client sent them. */
export function describeDevice(userAgent: string | null): DeviceDescription {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, device] = [find(BROWSERS), find(DEVICES)];
  const handheld = /^(iPhone|iPad|Android)/.test(device ?? '');
  if (browser && device) return { name: `${browser} on ${device}`, handheld };
  return { name: browser ?? device ?? 'Unknown device', handheld };
}
