import type { CrmConnection, CrmIssueRow, CrmPipeline, CrmSettings, CrmState } from '@stridewell/contract/crm/crm';
import { CRM_BOUNDS } from '@stridewell/contract/crm/crm.rules';
import { enqueue } from '../../core/background.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Env } from '../../env.ts';
import { audit } from '../audit/audit.service.ts';
import { listLeadsByIds } from '../pipeline/pipeline.crm.service.ts';
import { addConnection } from './crm.connect.service.ts';
import {
  type CoachTx,
  type ConnectionRow,
  countLinks,
  deleteErasure,
  findConnection,
  type LinkRow,
  lockConnection,
  selectFailedErasures,
  selectIssues,
  updateConnection,
} from './crm.data.ts';
import { createHubspot, HubspotError, OBJECTS, type ObjectType } from './crm.hubspot.service.ts';
import { syncJob } from './crm.jobs.ts';
import { selectClientsByIds } from './crm.people.data.ts';
import { loseAccess } from './crm.sync.service.ts';
import { type TokenDeps, tokenReader } from './crm.tokens.service.ts';

const APP = 'https://app.hubspot.com';

const urlOf = (hubId: string, type: ObjectType, id: string): string =>
  `${APP}/contacts/${encodeURIComponent(hubId)}/record/${OBJECTS[type].number}/${encodeURIComponent(id)}`;

export async function getState(tx: CoachTx, env: Env): Promise<CrmState> {
  const [row, erasures] = await Promise.all([findConnection(tx), selectFailedErasures(tx)]);
  return {
    isAvailable: env.hubspot !== null,
    connection: row && row.status !== 'off' ? await toConnection(tx, row) : null,
    erasures: erasures.map(({ id, hubId, contactId, dealId, failedAt, createdAt }) => ({
      id,
      url: urlOf(hubId, contactId === null ? 'deals' : 'contacts', contactId ?? dealId ?? ''),
      since: (failedAt ?? createdAt).toISOString(),
    })),
  };
}

async function toConnection(tx: CoachTx, row: ConnectionRow): Promise<CrmConnection> {
  const [counts, issues] = await Promise.all([countLinks(tx), selectIssues(tx, CRM_BOUNDS.issues)]);
  const { hubId, hubDomain, connectedAt, syncedAt, failingSince, problem, problemDetail: detail } = row;
  return {
    account: hubDomain || hubId,
    accountUrl: `${APP}/contacts/${encodeURIComponent(hubId)}`,
    since: connectedAt.toISOString(),
    syncedAt: syncedAt?.toISOString() ?? null,
    failing: failingSince && problem ? { since: failingSince.toISOString(), problem, detail } : null,
    fields: row.fields,
    deals: row.deals,
    addsLeads: row.addsLeads,
    contacts: counts.contacts,
    dealCount: counts.deals,
    issues: await nameIssues(tx, row, issues),
    issueCount: counts.issues,
  };
}

/** Issues with the names of their people. Those of deleted leads are left out. */
async function nameIssues(tx: CoachTx, { hubId }: ConnectionRow, rows: readonly LinkRow[]): Promise<CrmIssueRow[]> {
  const idsOf = (kind: LinkRow['kind']) => rows.filter((row) => row.kind === kind).map(({ subjectId }) => subjectId);
  const people = [...(await listLeadsByIds(tx, idsOf('lead'))), ...(await selectClientsByIds(tx, idsOf('client')))];
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.flatMap(({ kind, subjectId, issue, detail, contactId, otherContactId }) => {
    const name = names.get(subjectId);
    const contact = issue === 'same_email' ? otherContactId : issue === 'refused' ? contactId : null;
    if (name === undefined || issue === null) return [];
    return [{ kind, id: subjectId, name, issue, detail, url: contact && urlOf(hubId, 'contacts', contact) }];
  });
}

/** Changes what is sent and read, and starts a sync with it. Without a connection, the next one uses it. */
export async function saveSettings(
  tx: CoachTx,
  env: Env,
  { settings, now }: { settings: CrmSettings; now: Date },
): Promise<CrmState> {
  await addConnection(tx, now);
  const row = await lockConnection(tx);
  if (!row) throw new Error('an added connection has no row');
  const { fields, deals, addsLeads } = settings;
  const addsLeadsFrom = row.addsLeads && row.addsLeadsFrom ? row.addsLeadsFrom : now;
  await updateConnection(tx, { fields, deals, addsLeads, addsLeadsFrom: addsLeads ? addsLeadsFrom : null });
  audit(tx, {
    action: 'crm.settings_changed',
    subjectId: row.coachId,
    before: { fields: row.fields, deals: row.deals !== null, addsLeads: row.addsLeads },
    after: { fields, deals: deals !== null, addsLeads },
  });
  return startSync(tx, env, now);
}

/** Starts a sync now, if there is a connection. A sync that runs is followed by another. */
export async function startSync(tx: CoachTx, env: Env, now: Date): Promise<CrmState> {
  const row = await lockConnection(tx);
  if (row?.status === 'on') {
    await updateConnection(tx, { nextSyncAt: now });
    await enqueue(tx, syncJob, { coachId: row.coachId });
  }
  return getState(tx, env);
}

/** The deal pipelines in HubSpot; null without a connection, and when HubSpot does not answer. */
export async function listPipelines(deps: TokenDeps, scope: CoachScope): Promise<CrmPipeline[] | null> {
  const { db, env, now, log } = deps;
  const row = await db.read(scope, findConnection);
  if (!env.hubspot || row?.status !== 'on') return null;
  try {
    return await createHubspot(env.hubspot, tokenReader(deps, scope)).listPipelines();
  } catch (error) {
    if (!(error instanceof HubspotError)) throw error;
    log.info({ coachId: scope.coachId, err: error }, 'the pipelines of HubSpot could not be read');
    if (error.failure === 'token') {
      await db.write(scope, async (tx) => {
        const locked = await lockConnection(tx);
        if (locked) await loseAccess(tx, locked, now());
      });
    }
    return null;
  }
}

/** Notes that the coach deleted a contact in HubSpot. */
export async function confirmErasure(tx: CoachTx, id: string): Promise<void> {
  if (await deleteErasure(tx, id)) audit(tx, { action: 'crm.erasure_confirmed', subjectId: id });
}
