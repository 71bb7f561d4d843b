const API_PREFIXES = [
  '/rest/',
  '/auth/v1/',
  '/functions/',
  '/api/',
  '/links/',
  '/dev/',
  '/webhooks/',
  '/billing/invoices/',
  '/exports/',
  '/calendar-feeds/',
  '/calendar-sign-ins/',
  '/unsubscribe/',
  '/c/',
  '/brands/',
  '/crm/',
];

/**
 * Whether a path belongs to the API, and not to the pages and files of the web app. Unknown API paths are answered in
 * JSON. Only API requests count toward the share of failed requests.
 */
export const isApiPath = (url: string): boolean => API_PREFIXES.some((prefix) => url.startsWith(prefix));
