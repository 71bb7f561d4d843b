import type { ClientDetail, ClientSummary } from '@stridewell/contract/clients/clients';
import {
  needsAttention,
  STANDING_LABELS,
  weighInEnds,
  weightFiguresOf,
} from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientPerformance } from '@stridewell/contract/performance/performance';
import { weightSlope } from '@stridewell/contract/progress/progress.rules';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import type { Api } from './api.ts';
import type { TestApp } from './app.ts';
import {
  type RawClient,
  rawEngagement,
  rawMissed,
  rawPlanFollowed,
  rawStatus,
  rawStreak,
  rawWeight,
  rawWorkouts,
} from './figures.ts';
import { type Person, signIn } from './people.ts';

export type FiguresCoach = Pick<Person, 'id' | 'caller' | 'api'>;

/** Cells of a file by heading, one record per line. */
export async function fileOf(coach: FiguresCoach, path: string): Promise<Record<string, string>[]> {
  const { body } = await coach.caller.get<string>(`/exports/${coach.id}/${path}`);
  const [head = [], ...lines] = body
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}
const numberIn = (cell: string | undefined) => (cell === undefined || cell === '' ? null : Number(cell));

/** All places that show a figure of a client. Undefined where a place does not list the client. */
export type Reads = {
  list: ClientSummary;
  page: ClientDetail;
  file: Record<string, string>;
  performance: ClientPerformance | undefined;
  performanceFile: Record<string, string> | undefined;
  training: { done: number; due: number };
  plan: Awaited<ReturnType<Api['checkins']['getCheckInPlan']>>;
  toLog: { status: { missed: number } | null } | undefined;
  progress: Awaited<ReturnType<Api['progress']['getProgress']>>;
  portal: Awaited<ReturnType<Api['dashboard']['getClientDashboard']>>;
  portalProgress: Awaited<ReturnType<Api['progress']['getProgress']>> | undefined;
  followUp: { missed: number } | undefined;
  inAttention: boolean;
  inGroupMessage: boolean | undefined;
  filters: string[];
};

const count = (days: readonly { done: boolean }[]) => ({
  done: days.filter(({ done }) => done).length,
  due: days.length,
});
/** The weight on a progress page, which the web app computes from the measurements. */
const weightOf = (progress: Reads['progress'] | undefined) => {
  if (!progress) return undefined;
  const { measurements, startWeightKg, goalWeightKg } = progress;
  const weighIns = measurements.flatMap(({ kind, day, value }) =>
    kind === 'weight' ? [{ day, weightKg: value }] : [],
  );
  const trended = { slope: weightSlope(weighIns), today: progress.today };
  return weightFiguresOf(weighInEnds(weighIns), { startWeightKg, goalWeightKg }, trended);
};
type Places = Record<string, (reads: Reads) => unknown>;
const weightPlaces = (read: (weight: ClientSummary['weight']) => unknown, heading: string): Places => ({
  'clients list': ({ list }) => read(list.weight),
  'client page': ({ page }) => read(page.weight),
  'progress page': ({ progress }) => read(weightOf(progress) ?? null),
  'portal dashboard': ({ portal }) => portal && read(portal.weight),
  'portal progress': ({ portalProgress }) => portalProgress && read(weightOf(portalProgress) ?? null),
  'clients.csv': ({ file }) => numberIn(file[heading]),
});

/** All figures of a client: the definition from the rows, and the places that show it. */
export const CLIENT_FIGURES: { name: string; of: (client: RawClient) => unknown; places: Places }[] = [
  {
    name: 'Workouts done',
    of: (client) => count(rawWorkouts(client)),
    places: {
      'clients list': ({ list }) => list.workouts,
      'client page': ({ page }) => page.workouts,
      'training tab': ({ training }) => training,
      performance: ({ performance }) => performance?.workouts,
      'clients.csv': ({ file }) => ({ done: Number(file['Workouts done']), due: Number(file['Workouts due']) }),
      'performance.csv': ({ performanceFile: file }) =>
        file && { done: Number(file['Workouts done']), due: Number(file['Workouts due']) },
    },
  },
  {
    name: 'Workouts done, percent',
    of: (client) => workoutPercent(count(rawWorkouts(client))),
    places: {
      'clients.csv': ({ file }) => numberIn(file['Workouts done (%)']),
      'performance.csv': ({ performanceFile: file }) => file && numberIn(file['Workouts done (%)']),
    },
  },
  {
    name: 'Plan followed (self-reported)',
    of: rawPlanFollowed,
    places: {
      'clients list': ({ list }) => list.planFollowed,
      'client page': ({ page }) => page.planFollowed,
      'clients.csv': ({ file }) => numberIn(file['Plan followed, self-reported (%)']),
    },
  },
  {
    name: 'Weight',
    of: (client) => rawWeight(client)?.weightKg ?? null,
    places: weightPlaces((weight) => weight?.weightKg ?? null, 'Weight (kg)'),
  },
  {
    name: '4-week change',
    of: (client) => rawWeight(client)?.changeKg ?? null,
    places: {
      ...weightPlaces((weight) => weight?.fourWeeks?.changeKg ?? null, '4-week change (kg)'),
      performance: ({ performance }) => performance?.changeKg,
      'performance.csv': ({ performanceFile: file }) => file && numberIn(file['Weight change (kg)']),
    },
  },
  {
    name: 'Weekly rate',
    of: (client) => rawWeight(client)?.kgPerWeek ?? null,
    places: weightPlaces((weight) => weight?.fourWeeks?.kgPerWeek ?? null, 'Weekly rate (kg)'),
  },
  {
    name: 'Check-in streak',
    of: rawStreak,
    places: {
      performance: ({ performance }) => performance?.streak,
      'performance.csv': ({ performanceFile: file }) => file && Number(file['Check-in streak']),
      'portal dashboard': ({ portal }) => portal?.streak,
    },
  },
  {
    name: 'Missed check-ins',
    of: (client) => (client.status === 'active' ? rawMissed(client) : 0),
    places: {
      'clients list': ({ list }) => list.checkIn?.missed ?? 0,
      'client page': ({ page }) => page.checkIn?.missed ?? 0,
      'check-ins tab': ({ plan, list }) => (list.status === 'active' ? plan.status?.missed : undefined),
      'log a check-in': ({ toLog, list }) => (list.status === 'active' ? toLog?.status?.missed : undefined),
      performance: ({ performance }) => performance?.checkIn.missed,
      'portal dashboard': ({ portal, list }) => (list.status === 'active' ? portal?.checkIn.missed : undefined),
      agenda: ({ followUp }) => followUp?.missed,
      'clients.csv': ({ file }) => Number(file['Missed check-ins']),
    },
  },
  {
    name: 'Engagement',
    of: rawEngagement,
    places: {
      'clients list': ({ list }) => list.engagement?.label ?? null,
      'client page': ({ page }) => page.engagement?.label ?? null,
      'clients.csv': ({ file }) => file['Client Health Score label'] || null,
    },
  },
  {
    name: 'Status',
    of: rawStatus,
    places: {
      'clients list': ({ list }) => list.standing,
      'client page': ({ page }) => page.standing,
      performance: ({ performance }) => performance?.standing,
    },
  },
  {
    name: 'Status in words',
    of: (client) => Object.entries(STANDING_LABELS).find(([name]) => name === rawStatus(client))?.[1] ?? '',
    places: {
      'clients.csv': ({ file }) => file.Status,
      'performance.csv': ({ performanceFile: file }) => file?.Status,
    },
  },
  {
    name: 'Needs attention',
    of: (client) => needsAttention(rawStatus(client) as ClientSummary['standing']),
    places: {
      'clients list, filter': ({ inAttention }) => inAttention,
      'group message': ({ inGroupMessage }) => inGroupMessage,
    },
  },
  {
    name: 'Filter of the list',
    of: ({ status, onboardingCompleted }) => {
      if (status === 'active') return [onboardingCompleted ? 'active' : 'onboarding'];
      return [status === 'declined' ? 'invited' : status === 'ended' ? 'archived' : status];
    },
    places: { 'clients list': ({ filters }) => filters },
  },
];

/** Reads every place for every client of the coach. */
export async function readPlaces(
  test: TestApp,
  coach: FiguresCoach,
  raw: readonly RawClient[],
): Promise<Map<string, Reads>> {
  const of = { coachId: coach.id };
  const { clients, performance, dashboard, checkins, messages, workouts, progress } = coach.api;
  const lists = await Promise.all(
    (['active', 'onboarding', 'invited', 'paused', 'archived'] as const).map(async (status) => ({
      status,
      ...(await clients.listClients({ ...of, status, limit: 100 })),
    })),
  );
  const attention = await clients.listClients({ ...of, status: 'attention', limit: 100 });
  const report = await performance.getPerformance(of);
  const cards = await dashboard.getCoachDashboard(of);
  const followUps = cards.agenda.state === 'ready' ? cards.agenda.data.followUps.rows : [];
  const { clients: toLog } = await checkins.listDueClients(of);
  const { clients: writable } = await messages.listBroadcastClients(of);
  const files = [
    ...(await fileOf(coach, 'clients.csv?status=current')),
    ...(await fileOf(coach, 'clients.csv?status=archived')),
  ];
  const performanceFiles = await fileOf(coach, 'performance.csv?weeks=4');
  const all = new Map<string, Reads>();
  for (const list of lists.flatMap((page) => page.clients)) {
    const { clientId, fullName } = list;
    const person = raw.find((one) => one.clientId === clientId);
    const key = { ...of, clientId };
    const own = person?.personId && person.status === 'active' ? await signIn(test, person.personId) : undefined;
    const file = files.find(({ Name }) => Name === fullName);
    if (!file) throw new Error(`${fullName} is not in the file`);
    all.set(clientId, {
      list,
      file,
      page: await clients.getClient(key),
      performance: report.clients.find((one) => one.clientId === clientId),
      performanceFile: performanceFiles.find(({ Client }) => Client === fullName),
      training: (await workouts.listClientWorkouts(key)).adherence,
      plan: await checkins.getCheckInPlan(key),
      toLog: toLog.find((one) => one.clientId === clientId),
      progress: await progress.getProgress(key),
      portal: own ? await own.api.dashboard.getClientDashboard() : null,
      portalProgress: own && (await own.api.progress.getProgress(key)),
      followUp: followUps.find((one) => one.clientId === clientId),
      inAttention: attention.clients.some((one) => one.clientId === clientId),
      inGroupMessage: writable.find((one) => one.clientId === clientId)?.needsAttention,
      filters: lists.flatMap((page) => (page.clients.some((one) => one.clientId === clientId) ? page.status : [])),
    });
  }
  return all;
}
