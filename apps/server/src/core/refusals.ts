import { COMMON_ERRORS } from '@stridewell/contract/errors';
import type { contract } from '@stridewell/contract/router';
import type { z } from 'zod';
import type { Answers } from '../platform/db/database.ts';

type ErrorMapOf<Node> = Node extends { '~orpc': { errorMap: infer Errors } } ? Errors : never;
type ErrorMapsIn<Node> = Node extends { '~orpc': object }
  ? ErrorMapOf<Node>
  : { [Name in keyof Node]: ErrorMapsIn<Node[Name]> }[keyof Node];
/** The error maps of all procedures, as a union. */
type ErrorMaps = ErrorMapsIn<typeof contract>;
type CodeIn<Errors> = Errors extends unknown ? keyof Errors & string : never;
type ItemIn<Errors, Code extends string> = Errors extends { readonly [Key in Code]: infer Item } ? Item : never;
type DataOf<Item> = Item extends { readonly data: z.ZodType<infer Data> } ? Data : never;

/** A code that some procedure of the contract declares. */
export type RefusalCode = CodeIn<ErrorMaps>;
/** Codes that any caller can answer: those that every procedure declares, and input that no schema can judge. */
export type CommonCode = keyof typeof COMMON_ERRORS | 'BAD_REQUEST';

type RefusalData<Code extends string> = DataOf<ItemIn<ErrorMaps, Code>>;
/** `message` replaces the one of the contract. */
type Details<Code extends string> = [RefusalData<Code>] extends [never]
  ? [details?: { message?: string }]
  : [details: { data: RefusalData<Code>; message?: string }];

/** What a transaction, or the context of other work, must offer to refuse with `Code`. */
export type Answering<Code extends string> = { readonly answers: Answers<Exclude<Code, CommonCode>> };

/**
 * An expected no, with a code of the contract. It is thrown, so that the transaction rolls back. `procedures.ts` turns
 * it into the contract's error; anything else that is thrown is a bug and answered with 500.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly data: unknown;
  /** Undefined: the message of the contract. */
  readonly messageForPeople: string | undefined;
  /** Only for codes outside of the contract: routes that are no procedures have their own. */
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
 * @param tx its caller must be able to answer `code`: `Tx<CoachScope, 'SEATS_FULL'>`
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
