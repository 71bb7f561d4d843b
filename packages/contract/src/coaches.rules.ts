/** Adds `https://` to an address without a scheme. */
export function normalizeLink(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}

/** Whether a profile may show this link: empty, or a web address. Scripts and files are refused. */
export function isProfileLink(text: string): boolean {
  if (text === '') return true;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && !hostname.endsWith('.') && username === '' && password === '';
}

/** Link for display, without scheme, `www.` and trailing slash. */
export const linkLabel = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

/** Places for clients of a coach who has chosen no number. */
export const DEFAULT_PLACES = 30;
