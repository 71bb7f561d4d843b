/** `example.com` becomes `https://example.com`; anything that names a scheme stays what it is. */
export function normalizeLink(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}

/** Whether a profile may show this link: nothing, or an address on the web, which no script and no file is. */
export function isProfileLink(text: string): boolean {
  if (text === '') return true;
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname.includes('.') && !hostname.endsWith('.') && username === '' && password === '';
}

/** A link as people read it: without scheme and `www.`, and without a slash at the end. */
export const linkLabel = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
