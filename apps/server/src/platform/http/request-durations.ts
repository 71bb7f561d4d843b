const NAME = 'http_request_duration_seconds';
/** Upper ends of the buckets in seconds. A longer request counts only toward the total. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Labels = { method: string; route: string; status: number };
/** `counts` has one number for each bucket, not yet added up. */
type Series = { labels: string; counts: number[]; count: number; sum: number };

const quoted = (value: string | number): string =>
  `"${String(value).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;

/**
 * Durations of requests by route, as a histogram in the text format of Prometheus. The library's histogram costs more
 * for each request than any other part of logging it.
 */
export class RequestDurations {
  /** Few: procedures and routes, each with its methods and statuses. */
  readonly #series = new Map<string, Series>();

  add({ method, route, status }: Labels, seconds: number): void {
    const key = `${method} ${status} ${route}`;
    let series = this.#series.get(key);
    if (!series) {
      const labels = `method=${quoted(method)},route=${quoted(route)},status=${quoted(status)}`;
      series = { labels, counts: BUCKETS.map(() => 0), count: 0, sum: 0 };
      this.#series.set(key, series);
    }
    series.count += 1;
    series.sum += seconds;
    const bucket = BUCKETS.findIndex((end) => seconds <= end);
    const { counts } = series;
    if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
  }

  text(): string {
    const lines = [`# HELP ${NAME} Duration of requests by route`, `# TYPE ${NAME} histogram`];
    for (const { labels, counts, count, sum } of this.#series.values()) {
      let below = 0;
      for (const [index, end] of BUCKETS.entries()) {
        below += counts[index] ?? 0;
        lines.push(`${NAME}_bucket{le="${end}",${labels}} ${below}`);
      }
      lines.push(`${NAME}_bucket{le="+Inf",${labels}} ${count}`);
      lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
