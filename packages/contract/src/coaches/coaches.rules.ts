/** Places for clients of a coach who has chosen no number. */
export const DEFAULT_PLACES = 30;

/** Link for display, without scheme, `www.` and trailing slash. */
export const linkLabel = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
