/**
 * Types the search parameters of a route without reading them, because the routes of all pages load with the first one.
 * Loader and page read the untrusted parameters themselves, with code that only they load.
 */
export const unread = <Search>(given: Record<string, unknown>): Search => given as Search;
