const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The search parameters of the page, without default values: the last 30 days of all clients. */
export type ReportSearch = { from?: string | undefined; to?: string | undefined; client?: string | undefined };

/** Reads untrusted search parameters and drops invalid ones. */
export function readReportSearch({ from, to, client }: Record<string, unknown>): ReportSearch {
  return {
    ...(isDay(from) && isDay(to) && from <= to && { from, to }),
    ...(typeof client === 'string' && { client }),
  };
}
