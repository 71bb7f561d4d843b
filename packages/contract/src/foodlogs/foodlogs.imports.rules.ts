/** `bytes`: of a file. `days` and `entries`: of a request. `undoneDays`: of one request that undoes an import. */
export const IMPORT_BOUNDS = { bytes: 20_000_000, days: 31, entries: 1000, undoneDays: 62 } as const;
