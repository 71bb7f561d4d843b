import type { CrmProblem } from '@stridewell/contract/crm/crm.rules';
import { HUBSPOT_BATCH, HubspotError } from './crm.hubspot.service.ts';

/** HubSpot refuses everything, because a chosen property or stage does not exist there. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
  readonly problem: Extract<CrmProblem, 'property' | 'stage'>;
  /** The property. */
  readonly detail: string;
  constructor(problem: MappingError['problem'], detail: string, cause: unknown) {
    super(problem, { cause });
    this.problem = problem;
    this.detail = detail;
  }
}

/** The details of a refusal are JSON within the message. */
function requireMapped(error: HubspotError): void {
  const body = error.body.replaceAll('\\', '');
  const name = /"name":\s*"(\w{1,100})"/.exec(body)?.[1] ?? '';
  if (body.includes('PROPERTY_DOESNT_EXIST')) throw new MappingError('property', name, error);
  if (body.includes('INVALID_OPTION') && (name === 'dealstage' || name === 'pipeline')) {
    throw new MappingError('stage', '', error);
  }
}

/**
 * Sends items together. One that HubSpot refuses fails the request of all, so the others are sent without it.
 * @returns the answers to refused items
 * @throws HubspotError, MappingError
 */
export async function sendTogether<Item>(
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<void>,
): Promise<Map<Item, string>> {
  const [first] = items;
  if (first === undefined) return new Map();
  try {
    await send(items);
    return new Map();
  } catch (error) {
    if (!(error instanceof HubspotError) || error.failure !== 'refused') throw error;
    requireMapped(error);
    if (items.length === 1) return new Map([[first, error.message]]);
    const half = Math.ceil(items.length / 2);
    const refused = await sendTogether(items.slice(0, half), send);
    for (const [item, answer] of await sendTogether(items.slice(half), send)) refused.set(item, answer);
    return refused;
  }
}

export function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += HUBSPOT_BATCH) yield items.slice(start, start + HUBSPOT_BATCH);
}

/** An answer of HubSpot as it is shown: its first sentence, without the JSON that may follow. */
export const shownAnswer = (message: string): string =>
  (message.split(/[[{\n]/)[0] ?? '')
    .replaceAll(/\p{C}|:\s*$/gu, ' ')
    .trim()
    .slice(0, 200);
