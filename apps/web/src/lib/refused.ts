export type RefusalBody = { code?: string; message?: string; data?: unknown };

/** A refusal in the shape that `lib/errors.ts` reads. */
export class Refused extends Error {
  readonly code: string;
  readonly data: unknown;
  readonly status: number;
  constructor(status: number, body: RefusalBody | undefined) {
    super(body?.message ?? '');
    this.status = status;
    // A gateway answers without a code.
    this.code = body?.code ?? `HTTP_${status}`;
    this.data = body?.data;
  }
}
