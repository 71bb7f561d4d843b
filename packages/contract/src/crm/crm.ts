import { z } from 'zod';
import { procedure } from '../errors.ts';
import { hasNoRepeats, id, instant } from '../fields.ts';
import { CRM_BOUNDS, CRM_ISSUE_NAMES, CRM_PROBLEM_NAMES } from './crm.rules.ts';

const property = z
  .string()
  .trim()
  .max(CRM_BOUNDS.property, `Please use at most ${CRM_BOUNDS.property} characters`)
  .regex(/^[a-z][a-z0-9_]*$/, 'Enter the internal name from HubSpot, such as firstname')
  .nullable();

/** The property of HubSpot that gets each field; null for a field that is not sent. */
export const crmFields = z
  .object({
    firstName: property,
    lastName: property,
    email: z.literal('email').nullable(),
    phone: property,
    status: property,
  })
  .refine(
    (fields) => hasNoRepeats(Object.values(fields).filter((name) => name !== null)),
    'Please give each field a different property',
  );

const externalId = z
  .string()
  .min(1)
  .max(CRM_BOUNDS.id)
  .regex(/^[\w-]+$/, 'Choose a stage');
const stage = externalId.nullable();

/** How leads are deals: the pipeline in HubSpot, and the stage of each status. */
export const crmDeals = z.object({
  pipelineId: externalId,
  stages: z.object({ new: stage, pitched: stage, trial: stage, won: stage, lost: stage }),
});
export type CrmDeals = z.infer<typeof crmDeals>;

export const crmSettings = z.object({
  fields: crmFields,
  /** Null: leads are not sent as deals. */
  deals: crmDeals.nullable(),
  /** Whether a contact that is new in HubSpot becomes a lead. */
  addsLeads: z.boolean(),
});
export type CrmSettings = z.infer<typeof crmSettings>;

export const crmPipeline = z.object({
  id: z.string(),
  label: z.string(),
  stages: z.array(z.object({ id: z.string(), label: z.string(), isWon: z.boolean(), isLost: z.boolean() })),
});
export type CrmPipeline = z.infer<typeof crmPipeline>;

/** A lead or client that is not in step with HubSpot. */
export const crmIssue = z.object({
  kind: z.enum(['lead', 'client']),
  id,
  name: z.string(),
  issue: z.enum(CRM_ISSUE_NAMES),
  /** The answer of HubSpot to a refused contact or deal; else empty. */
  detail: z.string(),
  /** The other contact in HubSpot. */
  url: z.string().nullable(),
});
export type CrmIssueRow = z.infer<typeof crmIssue>;

export const crmConnection = crmSettings.extend({
  /** The account in HubSpot, by its domain or number. */
  account: z.string(),
  accountUrl: z.string(),
  since: instant,
  /** The last complete sync. */
  syncedAt: instant.nullable(),
  /** `detail` names the property that HubSpot does not know; else empty. */
  failing: z.object({ since: instant, problem: z.enum(CRM_PROBLEM_NAMES), detail: z.string() }).nullable(),
  contacts: z.int(),
  dealCount: z.int(),
  /** At most 50. */
  issues: z.array(crmIssue),
  issueCount: z.int(),
});
export type CrmConnection = z.infer<typeof crmConnection>;

/** A contact of an erased person that the coach has to delete in HubSpot. */
const crmErasure = z.object({ id, url: z.string(), since: instant });

const tags = ['crm'];
const ofCoach = { coachId: id };

const CRM_UNAVAILABLE = { status: 409, message: 'HubSpot is not set up on this installation.' };
export const crmState = z.object({
  /** Whether the operator has set HubSpot up. */
  isAvailable: z.boolean(),
  connection: crmConnection.nullable(),
  erasures: z.array(crmErasure),
});
export type CrmState = z.infer<typeof crmState>;

export const crm = {
  getCrm: procedure({ allow: 'coach', plan: 'integrations' })
    .route({ method: 'GET', path: '/crm', tags, summary: 'Get the connection to HubSpot' })
    .input(z.object(ofCoach))
    .output(crmState),
  connectCrm: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'POST',
      path: '/crm/authorizations',
      tags,
      summary: 'Start connecting HubSpot: answers the address at which the coach allows access',
    })
    .errors({ CRM_UNAVAILABLE })
    .input(z.object(ofCoach))
    .output(z.object({ url: z.string() })),
  listCrmPipelines: procedure({ allow: 'coach', plan: 'integrations' })
    .route({ method: 'GET', path: '/crm/pipelines', tags, summary: 'List the deal pipelines of the HubSpot account' })
    .input(z.object(ofCoach))
    .output(
      z.object({
        /** Null when HubSpot is not connected, or did not answer. */
        pipelines: z.array(crmPipeline).nullable(),
      }),
    ),
  saveCrmSettings: procedure({ allow: 'coach', plan: 'integrations' })
    .route({ method: 'PUT', path: '/crm/settings', tags, summary: 'Choose what is sent to and read from HubSpot' })
    .input(crmSettings.extend(ofCoach))
    .output(crmState),
  syncCrm: procedure({ allow: 'coach', plan: 'integrations' })
    .route({ method: 'POST', path: '/crm/syncs', tags, summary: 'Start a sync with HubSpot now' })
    .input(z.object(ofCoach))
    .output(crmState),
  disconnectCrm: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/crm',
      tags,
      summary: 'Disconnect HubSpot and end our access there, on every plan; repeating changes nothing',
    })
    .input(z.object(ofCoach))
    .output(z.object({ coachId: id })),
  finishCrmErasure: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/crm/erasures/{id}',
      tags,
      summary: 'Confirm that a contact was deleted in HubSpot by hand; repeating changes nothing',
    })
    .input(z.object({ ...ofCoach, id }))
    .output(z.object({ id })),
};
