import type { Fact } from '@stridewell/contract/assistant/assistant';
import type { ToolPeriod } from '@stridewell/contract/assistant/assistant.tools';
import { holdsSeat, PLANS } from '@stridewell/contract/billing/billing.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone, momentLabel } from '@stridewell/contract/time';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { getNextSessionWith } from '../calendar/calendar.service.ts';
import { getClientSummary, listTrackedClients } from '../clients/clients.service.ts';
import { clientMetricsOf, listStatusChanges } from '../metrics/metrics.service.ts';
import { getClientPrograms } from '../programs/programs.clients.service.ts';
import { listWeights } from '../progress/progress.service.ts';
import { getEngagement } from '../retention/retention.engagement.service.ts';
import type { Desk, ToolReaders } from './assistant.desk.service.ts';
import {
  type Client,
  countFact,
  dayFact,
  type Found,
  found,
  listed,
  names,
  noun,
  percentFact,
  say,
  scoreFact,
  textFact,
  weightFact,
} from './assistant.facts.rules.ts';

const STATUSES = ['active', 'paused', 'invited', 'archived', 'ended'] as const;
const STATUS_WORDS: Record<RelationshipStatus, string> = {
  active: 'active',
  paused: 'paused',
  invited: 'invited',
  declined: 'declined',
  archived: 'archived',
  ended: 'former',
};
const MOST_LISTED = 20;

const clientsPage = ({ coachId }: Desk) => `/coach/${coachId}/clients`;
const pageOf = ({ coachId }: Desk, { clientId }: Client) => `/coach/${coachId}/client/${clientId}`;
const ofStatus = ({ people }: Desk, status: RelationshipStatus) => people.filter((person) => person.status === status);

async function clientCounts(desk: Desk, { status }: { status?: RelationshipStatus | undefined }): Promise<Found> {
  const link = clientsPage(desk);
  const countOf = (of: RelationshipStatus) =>
    countFact(ofStatus(desk, of).length, { label: `Clients, ${STATUS_WORDS[of]}`, link });
  if (status) {
    const count = countOf(status);
    return found(say`You have ${count} ${STATUS_WORDS[status]} ${noun(ofStatus(desk, status).length, 'client')}.`);
  }
  const counts = STATUSES.map(countOf);
  const [active, paused, invited] = counts;
  const total = desk.people.filter((person) => holdsSeat(person.status)).length;
  const current = countFact(total, { label: 'Current clients', link });
  return found(
    say`You have ${current} current ${noun(total, 'client')}: ${active ?? ''} active, ${paused ?? ''} paused and ${invited ?? ''} invited.`,
    { more: counts },
  );
}

async function clientList(desk: Desk, { status }: { status?: RelationshipStatus | undefined }): Promise<Found> {
  const chosen = status ? ofStatus(desk, status) : desk.people.filter((person) => holdsSeat(person.status));
  const word = status ? STATUS_WORDS[status] : 'current';
  const count = countFact(chosen.length, { label: `Clients, ${word}`, link: clientsPage(desk) });
  const rows = chosen.slice(0, MOST_LISTED).map((person) => statusFact(desk, person));
  const list = chosen.length > 0 ? say`: ${names(chosen)}` : [];
  return found([...say`You have ${count} ${word} ${noun(chosen.length, 'client')}`, ...list, '.'], { more: rows });
}

const statusFact = (desk: Desk, { clientId, name, status }: Desk['people'][number]): Fact =>
  textFact(STATUS_WORDS[status], {
    label: 'Status',
    link: pageOf(desk, { clientId, name }),
    client: { clientId, name },
  });

async function newClients(desk: Desk, { period }: { period: ToolPeriod }): Promise<Found> {
  const rows = desk.people.flatMap(({ clientId, name, acceptedAt }) => {
    const on = acceptedAt && dayInZone(acceptedAt, desk.timeZone);
    return on && on >= period.from && on <= period.to ? [{ clientId, name, on }] : [];
  });
  const count = countFact(rows.length, { label: 'New clients', link: clientsPage(desk), period });
  const joined = rows
    .slice(0, MOST_LISTED)
    .map(({ on, ...client }) => dayFact(on, { label: 'Joined', link: pageOf(desk, client), client }));
  const list = joined.length > 0 ? say`: ${listed(joined)}` : [];
  return found([...say`${count} ${noun(rows.length, 'client')} joined ${{ period }}`, ...list, '.'], { more: joined });
}

async function leftClients(desk: Desk, { period }: { period: ToolPeriod }): Promise<Found> {
  const changes = await listStatusChanges(desk.tx, desk.timeZone);
  const left = changes.filter(({ status, on }) => status === 'left' && on >= period.from && on <= period.to);
  const nameOf = new Map(desk.people.map(({ clientId, name }) => [clientId, name]));
  const lastOf = new Map(left.map(({ clientId, on }) => [clientId, on]));
  const rows = [...lastOf].map(([clientId, on]) => ({
    client: { clientId, name: nameOf.get(clientId) ?? 'Former client' },
    on,
  }));
  const count = countFact(rows.length, { label: 'Clients who left', link: clientsPage(desk), period });
  const facts = rows
    .slice(0, MOST_LISTED)
    .map(({ client, on }) => dayFact(on, { label: 'Left', link: pageOf(desk, client), client }));
  const list = facts.length > 0 ? say`: ${listed(facts)}` : [];
  return found([...say`${count} ${noun(rows.length, 'client')} left ${{ period }}`, ...list, '.'], { more: facts });
}

async function seats(desk: Desk): Promise<Found> {
  const used = desk.people.filter((person) => holdsSeat(person.status)).length;
  const cap = PLANS[desk.plan].clientCap;
  const source = { link: clientsPage(desk) };
  const taken = countFact(used, { ...source, label: 'Seats taken' });
  const free = countFact(Math.max(0, cap - used), { ...source, label: 'Seats free' });
  const all = countFact(cap, { ...source, label: 'Seats of the plan' });
  return found(say`${free} of ${all} seats are free. ${taken} ${noun(used, 'is', 'are')} taken.`);
}

async function onTrack(desk: Desk): Promise<Found> {
  const { tracked } = await listTrackedClients(desk.tx, desk);
  const metrics = clientMetricsOf(tracked, { today: desk.today, activeBefore: null });
  const source = { link: clientsPage(desk), n: metrics.totalActiveClients };
  const count = countFact(metrics.clientsOnTrack, { ...source, label: 'Clients on track' });
  const all = countFact(metrics.totalActiveClients, { label: 'Active clients who have started', link: source.link });
  const others = tracked.filter(({ onboarded, standing }) => onboarded && standing !== 'on_track');
  const list = others.length > 0 ? say` The others: ${names(others)}.` : [];
  return found([
    ...say`${count} of ${all} active ${noun(metrics.totalActiveClients, 'client')} ${noun(metrics.clientsOnTrack, 'is', 'are')} on track.`,
    ...list,
  ]);
}

async function riskLevels(desk: Desk, { clientId }: { clientId?: string | undefined }): Promise<Found> {
  const { clients } = await getEngagement(desk.tx, desk);
  const link = `/coach/${desk.coachId}/engagement`;
  if (clientId !== undefined) {
    const one = clients.find((row) => row.clientId === clientId);
    const client = desk.clientOf(clientId);
    const level = textFact(one?.level ?? 'Not scored', { label: 'Risk of leaving', link, client });
    return found(say`The level of ${{ client }} is ${level}.`);
  }
  const counts = RISK_LEVELS.map((level) =>
    countFact(clients.filter((row) => row.level === level).length, { label: level, link }),
  );
  const [high, moderate, calm] = counts;
  const atRisk = clients
    .filter(({ level }) => level !== null && level !== 'On Track')
    .slice(0, MOST_LISTED)
    .map(({ clientId: id, name, level }) =>
      textFact(level, { label: 'Risk of leaving', link, client: { clientId: id, name } }),
    );
  const list = atRisk.length > 0 ? say` At risk: ${listed(atRisk)}.` : [];
  return found(
    [
      ...say`Your clients: ${high ?? ''} at high risk, ${moderate ?? ''} at moderate risk and ${calm ?? ''} on track.`,
      ...list,
    ],
    { more: [...counts, ...atRisk] },
  );
}

async function engagementScore(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const { clients } = await getEngagement(desk.tx, desk);
  const client = desk.clientOf(clientId);
  const engagement = clients.find((row) => row.clientId === clientId)?.engagement ?? null;
  const source = { link: `/coach/${desk.coachId}/engagement`, client };
  const score = scoreFact(engagement?.score ?? null, { ...source, label: 'Client Health Score' });
  const label = textFact(engagement?.label ?? null, { ...source, label: 'Client Health Score label' });
  if (!engagement) return found(say`${{ client }} has no Client Health Score: ${score}.`);
  return found(say`The Client Health Score of ${{ client }} is ${score}: ${label}.`);
}

async function adherence(desk: Desk, { clientId }: { clientId?: string | undefined }): Promise<Found> {
  const link = `/coach/${desk.coachId}/performance-metrics`;
  const period = { from: addDays(desk.today, -27), to: desk.today };
  if (clientId !== undefined) {
    const client = desk.clientOf(clientId);
    const { workouts } = await getClientSummary(desk.tx, clientId, desk);
    const percent = percentFact(workoutPercent(workouts), {
      label: 'Workout adherence',
      link,
      client,
      period,
      n: workouts.due,
    });
    const done = countFact(workouts.done, { label: 'Workouts done', link, client, period });
    const due = countFact(workouts.due, { label: 'Workouts due', link, client, period });
    return found(
      say`The workout adherence of ${{ client }} ${{ period }} is ${percent}: ${done} of ${due} due workouts were done.`,
    );
  }
  const { tracked } = await listTrackedClients(desk.tx, desk);
  const { workoutAdherence } = clientMetricsOf(tracked, { today: desk.today, activeBefore: null });
  const withDue = tracked.filter(({ onboarded, workouts }) => onboarded && workouts.due > 0);
  const rows = withDue
    .map(({ clientId: id, name, workouts }) => ({
      client: { clientId: id, name },
      percent: workoutPercent(workouts),
      n: workouts.due,
    }))
    .sort((one, other) => (one.percent ?? 0) - (other.percent ?? 0))
    .slice(0, MOST_LISTED)
    .map(({ client, percent, n }) => percentFact(percent, { label: 'Workout adherence', link, client, period, n }));
  const mean = percentFact(workoutAdherence, { label: 'Mean workout adherence', link, period, n: withDue.length });
  const list = rows.length > 0 ? say` The lowest: ${listed(rows, 3)}.` : [];
  return found([...say`The mean workout adherence ${{ period }} is ${mean}.`, ...list], { more: rows });
}

async function lastCheckIn(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const client = desk.clientOf(clientId);
  const { lastCheckInDay } = await getClientSummary(desk.tx, clientId, desk);
  const day = dayFact(lastCheckInDay, { label: 'Last check-in', link: pageOf(desk, client), client });
  return found(say`The last check-in of ${{ client }}: ${day}.`);
}

async function lastContact(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const client = desk.clientOf(clientId);
  const { lastContactDay } = await getClientSummary(desk.tx, clientId, desk);
  const link = `/coach/${desk.coachId}/messages/${clientId}`;
  const day = dayFact(lastContactDay, { label: 'Last contact', link, client });
  return found(say`Your last contact with ${{ client }}, by check-in, message or session: ${day}.`);
}

async function clientSince(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const client = desk.clientOf(clientId);
  const { clientSince: since } = await getClientSummary(desk.tx, clientId, desk);
  const day = dayFact(since, { label: 'Client since', link: pageOf(desk, client), client });
  return found(say`${{ client }} has been your client since ${day}.`);
}

/** Days of the chart of weights. */
const WEIGHT_DAYS = 182;

async function weightTrend(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const client = desk.clientOf(clientId);
  const period = { from: addDays(desk.today, -27), to: desk.today };
  const since = addDays(desk.today, -WEIGHT_DAYS);
  const [{ weight }, weighIns] = await Promise.all([
    getClientSummary(desk.tx, clientId, desk),
    listWeights(desk.tx, clientId, since),
  ]);
  const source = { link: pageOf(desk, client), client };
  const now = weightFact(weight?.weightKg ?? null, desk.units, { ...source, label: 'Weight' });
  if (!weight) return found(say`There is no weight of ${{ client }}: ${now}.`);
  const on = dayFact(weight.day, { ...source, label: 'Weighed' });
  const change = weightFact(weight.fourWeeks?.changeKg ?? null, desk.units, {
    ...source,
    label: 'Change along the trend',
    period,
  });
  const points = weighIns.map(({ day, weightKg }) => ({ day, value: weightKg }));
  return found(say`${{ client }} weighed ${now} on ${on}. The change along the trend ${{ period }}: ${change}.`, {
    series: points.length > 1 ? { label: 'Weight', unit: 'kg', currency: null, points } : null,
  });
}

async function currentPlan(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const client = desk.clientOf(clientId);
  const { current, next } = await getClientPrograms(desk.tx, clientId, desk.today);
  const link = `/coach/${desk.coachId}/client/${clientId}/program`;
  const name = textFact(current?.program.name ?? null, { label: 'Current program', link, client });
  if (current) {
    const end = dayFact(current.endDay, { label: 'Last day', link, client });
    return found(say`${{ client }} follows ${name} until ${end}.`);
  }
  const coming = next
    ? say` ${textFact(next.program.name, { label: 'Next program', link, client })} starts on ${dayFact(next.startDay, { label: 'Starts', link, client })}.`
    : [];
  return found([...say`${{ client }} has no program at the moment: ${name}.`, ...coming]);
}

async function nextSession(desk: Desk, { clientId }: { clientId: string }): Promise<Found> {
  const client = desk.clientOf(clientId);
  const session = await getNextSessionWith(desk.tx, clientId, desk.now);
  const link = `/coach/${desk.coachId}/calendar`;
  const source = { label: 'Next session', link, client };
  if (!session) return found(say`No session with ${{ client }} is planned: ${dayFact(null, source)}.`);
  const day = dayFact(dayInZone(session.sessionDate, desk.timeZone), source);
  const at = textFact(momentLabel(session.sessionDate, desk.timeZone), { ...source, label: 'Time' });
  return found(say`The next session with ${{ client }} is on ${at}.`, { more: [day] });
}

/** The figures of one client that a coach looks at first. */
async function overview(desk: Desk, input: { clientId: string }): Promise<Found> {
  const parts = [
    await adherence(desk, input),
    await lastCheckIn(desk, input),
    await riskLevels(desk, input),
    await nextSession(desk, input),
  ];
  return {
    parts: parts.flatMap((one, index) => (index === 0 ? one.parts : [' ', ...one.parts])),
    facts: parts.flatMap(({ facts }) => facts),
    series: null,
  };
}

/** Lists of clients, and the figures of one client. */
export const clientReaders = {
  client_counts: clientCounts,
  client_list: clientList,
  new_clients: newClients,
  left_clients: leftClients,
  seats,
  clients_on_track: onTrack,
  risk_levels: riskLevels,
  client_overview: overview,
  engagement_score: engagementScore,
  last_check_in: lastCheckIn,
  last_contact: lastContact,
  weight_trend: weightTrend,
  current_plan: currentPlan,
  next_session: nextSession,
  client_since: clientSince,
  adherence,
} satisfies Partial<ToolReaders>;
