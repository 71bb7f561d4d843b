import { COMMON_ERRORS } from '@stridewell/contract/errors';
import type { contract } from '@stridewell/contract/router';
import type { z } from 'zod';
import type { Answers } from '../platform/db/database.ts';

type ErrorMapOf<Node> = Node extends { '~orpc': { errorMap: infer Errors } } ? Errors : never;
type ErrorMapsIn<Node> = Node extends { '~orpc': object }
  ? ErrorMapOf<Node>
  : { [Name in keyof Node]: ErrorMapsIn<Node[Name]> }[keyof Node];
/** Union of the error maps of all procedures. */
type ErrorMaps = ErrorMapsIn<typeof contract>;
type CodeIn<Errors> = Errors extends unknown ? keyof Errors & string : never;
type ItemIn<Errors, Code extends string> = Errors extends { readonly [Key in Code]: infer Item } ? Item : never;
type DataOf<Item> = Item extends { readonly data: z.ZodType<infer Data> } ? Data : never;

/** A code that some procedure of the contract declares. */
export type RefusalCode = CodeIn<ErrorMaps>;
/** Codes that any caller can answer: those of every procedure, and BAD_REQUEST for input that no schema can check. */
export type CommonCode = keyof typeof COMMON_ERRORS | 'BAD_REQUEST';

type RefusalData<Code extends string> = DataOf<ItemIn<ErrorMaps, Code>>;
/** `message` replaces the contract's message. */
type Details<Code extends string> = [RefusalData<Code>] extends [never]
  ? [details?: { message?: string }]
  : [details: { data: RefusalData<Code>; message?: string }];

/** A transaction, or another context, whose caller can answer `Code`. */
export type Answering<Code extends string> = { readonly answers: Answers<Exclude<Code, CommonCode>> };

/**
 * An expected refusal, with a code of the contract. Throwing it rolls back the transaction. `procedures.ts` turns it
 * into the contract's error. Any other thrown error is a bug and answered with 500.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly data: unknown;
  /** Undefined for the contract's message. */
  readonly messageForPeople: string | undefined;
  /** Only for codes outside of the contract, which some plain routes have. */
  readonly status: number | undefined;

  constructor(
    code: string,
    { data, message, status }: { data?: unknown; message?: string | undefined; status?: number } = {},
  ) {
    super(message ?? code);
    this.code = code;
    this.data = data;
    this.messageForPeople = message;
    this.status = status;
  }
}

/** Makes a refusal with a code that every procedure declares. */
export function refuse<Code extends CommonCode>(code: Code, ...[details]: Details<Code>): Refusal;
/**
 * Makes a refusal within a transaction.
 * @param tx a transaction whose caller can answer `code`, such as `Tx<CoachScope, 'SEATS_FULL'>`
 */
export function refuse<Code extends RefusalCode>(
  tx: Answering<NoInfer<Code>>,
  code: Code,
  ...[details]: Details<Code>
): Refusal;
export function refuse(first: string | Answering<string>, ...rest: unknown[]): Refusal {
  const [code, details] = typeof first === 'string' ? [first, ...rest] : rest;
  return new Refusal(String(code), details as { data?: unknown; message?: string } | undefined);
}

const COMMON: Readonly<Record<string, { status?: number; message?: string } | undefined>> = {
  ...COMMON_ERRORS,
  BAD_REQUEST: { status: 400, message: 'Please check what you entered.' },
};

/** Status and body of a refusal outside of a procedure; undefined for a code that only one procedure declares. */
export function answerOf({ code, data, messageForPeople, status: ownStatus }: Refusal) {
  const common = ownStatus === undefined ? COMMON[code] : { status: ownStatus };
  if (!common) return undefined;
  const { status = 500, message }: { status?: number; message?: string } = common;
  return {
    status,
    body: { code, message: messageForPeople ?? message ?? code, ...(data === undefined ? {} : { data }) },
  };
}
