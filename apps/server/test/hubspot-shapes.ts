import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/*
 * Requests and answers in the form of HubSpot's published specification, except for the sorts of a search. The
 * specification has them as strings, by which the API does not sort.
 */

/** Objects in one request, and in one page of a search. */
export const MOST_OBJECTS = 100;
export const HUBSPOT_STAGES = ['appointment', 'qualified', 'decision', 'closedwon', 'closedlost'];

const properties = z.record(z.string(), z.string());
const association = z.strictObject({
  to: z.strictObject({ id: z.string() }),
  types: z
    .array(z.strictObject({ associationCategory: z.literal('HUBSPOT_DEFINED'), associationTypeId: z.literal(3) }))
    .length(1),
});
/** Bodies of the requests, which are stricter than the specification: only what the sync sends. */
export const bodies = {
  create: z.strictObject({
    inputs: z
      .array(z.strictObject({ properties, associations: z.array(association), objectWriteTraceId: z.string() }))
      .min(1)
      .max(MOST_OBJECTS),
  }),
  update: z.strictObject({
    inputs: z
      .array(z.strictObject({ id: z.string(), properties }))
      .min(1)
      .max(MOST_OBJECTS),
  }),
  read: z.strictObject({
    inputs: z
      .array(z.strictObject({ id: z.string() }))
      .min(1)
      .max(MOST_OBJECTS),
    idProperty: z.literal('email'),
    properties: z.array(z.string()),
    propertiesWithHistory: z.array(z.string()),
  }),
  search: z.strictObject({
    filterGroups: z
      .array(
        z.strictObject({
          filters: z
            .array(
              z.strictObject({ propertyName: z.string(), operator: z.enum(['EQ', 'GTE']), value: z.string().min(1) }),
            )
            .max(6),
        }),
      )
      .length(1),
    sorts: z.array(z.strictObject({ propertyName: z.string(), direction: z.literal('ASCENDING') })).length(1),
    properties: z.array(z.string()),
    limit: z.int().min(1).max(MOST_OBJECTS),
    after: z.string(),
  }),
  erase: z.strictObject({ objectId: z.string() }),
};

/** A refusal. `status` and `error` are those of OAuth. */
export const refusal = (error: Record<'status' | 'category' | 'message', string> & { error?: string }) => ({
  ...error,
  correlationId: randomUUID(),
});

/** The answer to a batch, with the objects that do not exist. */
export function batchAnswer(now: Date, results: object[], missing: string[] = []): object {
  const at = now.toISOString();
  const answer = { status: 'COMPLETE', startedAt: at, completedAt: at, results };
  if (missing.length === 0) return answer;
  const error = { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'not found', errors: [], links: {} };
  return { ...answer, errors: [{ ...error, context: { ids: missing } }], numErrors: 1 };
}

const stored = { archived: false, createdAt: '2026-01-05T09:00:00.000Z', updatedAt: '2026-01-05T09:00:00.000Z' };
export const PIPELINES = {
  results: [
    {
      ...stored,
      id: 'default',
      label: 'Sales Pipeline',
      displayOrder: 0,
      stages: HUBSPOT_STAGES.map((id, displayOrder) => ({
        ...stored,
        id,
        label: id,
        displayOrder,
        writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT',
        metadata: { isClosed: String(id.startsWith('closed')), probability: id === 'closedlost' ? '0.0' : '1.0' },
      })),
    },
  ],
};

const SCOPES = ['crm.objects.contacts.read', 'crm.objects.contacts.write', 'crm.objects.deals.read'];

/** The answer about an access token, of which the sync reads the account alone. */
export const tokenInfo = (account: string, token: string) => ({
  active: true,
  app_id: 1,
  client_id: 'app',
  expires_in: 1800,
  hub_domain: 'maya-coaching.com',
  hub_id: Number(account),
  is_private_distribution: false,
  scopes: SCOPES,
  signed_access_token: {
    appId: 1,
    appInstallId: '1',
    audience: 'hubapi',
    expiresAt: 1800,
    hubId: Number(account),
    hublet: 'na1',
    installingUserId: 1,
    isPrivateDistribution: false,
    isServiceAccount: false,
    isUserLevel: false,
    newSignature: '',
    scopeToScopeGroupPks: '',
    scopes: '',
    signature: '',
    trialScopeToScopeGroupPks: '',
    trialScopes: '',
    userId: 1,
  },
  token,
  token_type: 'bearer',
  token_use: 'access_token',
  user_id: 1,
});
