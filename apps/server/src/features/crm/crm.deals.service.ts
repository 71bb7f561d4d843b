import type { CrmDeals } from '@stridewell/contract/crm/crm';
import { listLeadsPage, type SentLead } from '../pipeline/pipeline.crm.service.ts';
import { batchesOf, sendTogether, shownAnswer } from './crm.batch.service.ts';
import { withoutEmpty } from './crm.contacts.service.ts';
import { type LinkChange, type LinkRow, type SavedLink, saveLinks, selectLinks } from './crm.data.ts';
import type { Properties } from './crm.hubspot.service.ts';
import { lastOf } from './crm.people.service.ts';
import { changesOf, dealPropertiesOf, digestOfAll, knownOf } from './crm.rules.ts';
import { noteChanged, type Run, requirePlan } from './crm.run.service.ts';

const PAGE = 500;

type Deal = { leadId: string; link: LinkRow | undefined; properties: Properties };
type NewDeal = Deal & { contactId: string };
type ChangedDeal = Deal & { id: string };

/** Sends leads with a contact as deals, where the coach chose a stage for their status. */
export async function sendDeals(run: Run): Promise<void> {
  const { deals } = run.connection;
  if (!deals) return;
  let after: string | undefined;
  do {
    const page = await readPage(run, deals, after);
    for (const batch of batchesOf(page.added)) await createDeals(run, batch);
    for (const batch of batchesOf(page.changed)) await updateDeals(run, batch);
    after = page.last;
  } while (after !== undefined);
}

const readPage = (run: Run, deals: CrmDeals, after: string | undefined) =>
  run.write(async (tx) => {
    await requirePlan(tx, run.deps.now());
    const page = { after, limit: PAGE };
    const leads = await listLeadsPage(tx, page);
    const links = new Map(
      (
        await selectLinks(
          tx,
          'lead',
          leads.map(({ id }) => id),
        )
      ).map((link) => [link.subjectId, link]),
    );
    const ofClients = await selectLinks(
      tx,
      'client',
      leads.flatMap(({ clientId }) => clientId ?? []),
    );
    const contactOfClient = new Map(ofClients.map(({ subjectId, contactId }) => [subjectId, contactId]));
    const added: NewDeal[] = [];
    const changed: ChangedDeal[] = [];
    for (const lead of leads) {
      const link = links.get(lead.id);
      const contactId = (lead.clientId ? contactOfClient.get(lead.clientId) : link?.contactId) ?? null;
      const deal = dealOf(lead, link, deals);
      if (!deal) continue;
      if (link?.dealId) changed.push({ ...deal, id: link.dealId });
      else if (contactId !== null && deals.stages[lead.status] !== null) added.push({ ...deal, contactId });
    }
    return { added, changed, last: lastOf(leads, page) };
  });

/** The changed properties of a lead's deal; null without a change. */
function dealOf(lead: SentLead, link: LinkRow | undefined, deals: CrmDeals): Deal | null {
  if (link?.dealGone) return null;
  const properties = changesOf(dealPropertiesOf(lead, deals), link?.dealKnown ?? {});
  if (Object.keys(properties).length === 0 || link?.dealRefused === digestOfAll(properties)) return null;
  return { leadId: lead.id, link, properties };
}

const linkOf = ({ leadId }: Deal, change: LinkChange): SavedLink => [{ kind: 'lead', subjectId: leadId }, change];

const refusalOf = (answer: string, { properties }: Deal) =>
  ({ issue: 'refused', detail: shownAnswer(answer), dealRefused: digestOfAll(properties) }) as const;

const solved = (link: LinkRow | undefined) =>
  link?.issue === 'refused' && link.refused === '' ? { issue: null, detail: '' } : {};

async function createDeals(run: Run, batch: readonly NewDeal[]): Promise<void> {
  await run.write(async (tx) => {
    await requirePlan(tx, run.deps.now());
    const dealSentAt = run.deps.now();
    await saveLinks(
      tx,
      batch.map((deal) => linkOf(deal, { dealSentAt })),
    );
  });
  const created = new Map<string, string>();
  const refused = await sendTogether(batch, async (items) => {
    const objects = await run.hubspot.create(
      'deals',
      items.map(({ leadId, contactId, properties }) => ({
        traceId: leadId,
        contactId,
        properties: withoutEmpty(properties),
      })),
    );
    for (const { id, objectWriteTraceId } of objects) if (objectWriteTraceId) created.set(objectWriteTraceId, id);
  });
  const saved = batch.flatMap((deal): SavedLink[] => {
    const answer = refused.get(deal);
    if (answer !== undefined) return [linkOf(deal, { dealSentAt: null, ...refusalOf(answer, deal) })];
    const dealId = created.get(deal.leadId);
    if (!dealId) return [];
    const dealKnown = knownOf(deal.properties);
    return [linkOf(deal, { dealId, dealKnown, dealSentAt: null, dealRefused: '', ...solved(deal.link) })];
  });
  await run.write(async (tx) => {
    await saveLinks(tx, saved);
    noteChanged(tx, 'crm.sent', { deals: created.size });
  });
}

async function updateDeals(run: Run, batch: readonly ChangedDeal[]): Promise<void> {
  const gone = new Set<string>();
  const refused = await sendTogether(batch, async (items) => {
    for (const id of await run.hubspot.update('deals', items)) gone.add(id);
  });
  const saved = batch.map((deal): SavedLink => {
    const answer = refused.get(deal);
    if (gone.has(deal.id)) return linkOf(deal, { dealGone: true });
    if (answer !== undefined) return linkOf(deal, refusalOf(answer, deal));
    const dealKnown = { ...deal.link?.dealKnown, ...knownOf(deal.properties) };
    return linkOf(deal, { dealKnown, dealRefused: '', ...solved(deal.link) });
  });
  await run.write(async (tx) => {
    await requirePlan(tx, run.deps.now());
    await saveLinks(tx, saved);
    noteChanged(tx, 'crm.sent', { deals: batch.length - refused.size - gone.size });
  });
}
