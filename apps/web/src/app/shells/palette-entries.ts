import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { BarItem } from './bar-items.ts';
import { analyticsItems, isWithheld, itemsOf } from './bar-items.ts';
import type { RecentClient } from './recent-clients.ts';

export type PaletteKind =
  | 'client'
  | 'message'
  | 'check_in'
  | 'add'
  | 'group_message'
  | 'review'
  | 'session'
  | 'form'
  | 'note'
  | 'scheme'
  | 'sign_out'
  | 'settings'
  | 'page';

export type PaletteEntry = {
  id: string;
  kind: PaletteKind;
  label: string;
  /** Other words that find it. */
  words?: string;
  /** The path to open. Null for an action on the spot. */
  to: string | null;
};

export type PaletteGroup = { label: string; entries: PaletteEntry[] };

const CLIENTS_SHOWN = 6;
/** Commands for the best matches. */
const CLIENTS_WITH_COMMANDS = 3;

/** Verbs that people type before a name. */
const VERB =
  /^(?:(?:start )?(?:a )?(?:message|chat)(?: to| with)?|(?:log )?(?:a )?check[- ]?in(?: for)?|(?:new )?(?:a )?note(?: for| about)?|go to|open)\s+/i;

/** The part of a query that may be a client's name. */
export const nameIn = (query: string): string => query.trim().replace(VERB, '').trim();

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** True when each word of the query starts a word of the text. */
export function matchesQuery(text: string, query: string): boolean {
  const words = plain(text).split(/[\s-]+/u);
  return plain(query)
    .split(/[\s-]+/u)
    .every((part) => words.some((word) => word.startsWith(part)));
}

type Page = Pick<BarItem, 'label' | 'to'> & Pick<PaletteEntry, 'words'>;
const page = ({ label, to, words }: Page): PaletteEntry => ({
  id: to,
  kind: 'page',
  label,
  to,
  ...(words && { words }),
});

function commandsFor(coachId: string, { clientId, fullName }: RecentClient): PaletteEntry[] {
  return [
    {
      id: `message ${clientId}`,
      kind: 'message',
      label: `Start message to ${fullName}`,
      to: `/coach/${coachId}/messages/${clientId}`,
    },
    {
      id: `check-in ${clientId}`,
      kind: 'check_in',
      label: `Log check-in for ${fullName}`,
      to: `/coach/${coachId}/client/${clientId}/check-in`,
    },
    {
      id: `note ${clientId}`,
      kind: 'note',
      label: `New note for ${fullName}`,
      to: `/coach/${coachId}/client/${clientId}?tab=notes`,
    },
  ];
}

/** Commands for an operator who views as the coach. All others start something. */
const WHILE_VIEWING: readonly PaletteKind[] = ['scheme', 'sign_out'];

/** Commands that concern no client in particular, those for every day first. */
const commandsOf = (coachId: string, isDark: boolean): PaletteEntry[] => [
  { id: 'add', kind: 'add', label: 'Add client', words: 'invite new onboard', to: null },
  {
    id: 'review',
    kind: 'review',
    label: 'Review check-ins',
    words: 'checkins replies feedback queue unread',
    to: `/coach/${coachId}/check-ins`,
  },
  {
    id: 'log',
    kind: 'check_in',
    label: 'Log check-in',
    words: 'checkin record weigh in',
    to: `/coach/${coachId}/check-in`,
  },
  {
    id: 'session',
    kind: 'session',
    label: 'New session',
    words: 'appointment booking book schedule create add',
    to: `/coach/${coachId}/calendar?create=true`,
  },
  {
    id: 'group',
    kind: 'group_message',
    label: 'Send group message',
    words: 'broadcast chat everyone write announcement',
    to: `/coach/${coachId}/notifications`,
  },
  {
    id: 'form',
    kind: 'form',
    label: 'New form',
    words: 'questionnaire survey template create add questions',
    to: `/coach/${coachId}/check-in-templates`,
  },
  {
    id: 'scheme',
    kind: 'scheme',
    label: isDark ? 'Light mode' : 'Dark mode',
    words: 'theme night day appearance colors dark light',
    to: null,
  },
  { id: 'sign-out', kind: 'sign_out', label: 'Sign out', words: 'logout log out leave exit signout', to: null },
];

const SECTIONS = [
  { id: 'account', label: 'Account', words: 'name email password' },
  { id: 'notifications', label: 'Notifications', words: 'preferences alerts emails mails reminders' },
  { id: 'security', label: 'Security', words: 'two-factor 2fa devices passkey' },
  { id: 'units', label: 'Units and time zone', words: 'metric imperial kilograms pounds timezone' },
  { id: 'danger', label: 'Delete account', words: 'danger zone close remove' },
];

/** The sections of the settings. Profile, plan and forms are separate pages. */
const SETTINGS: readonly PaletteEntry[] = SECTIONS.map(({ id, label, words }) => ({
  id: `settings ${id}`,
  kind: 'settings',
  label: `Settings: ${label}`,
  words,
  to: `/settings?section=${id}`,
}));

type PaletteContext = {
  /** Clients for the query, the best first; the recent ones without a query. */
  found: readonly RecentClient[];
  recent: readonly RecentClient[];
  isDark: boolean;
  /** Addresses of all pages, as the router knows them. */
  addresses: readonly string[];
};

const PAGE_OF_COACH = /^\/coach\/\$coachId\/([a-z-]+)$/;

/** The pages of a coach, named after their addresses: `Client tags` for `client-tags`. */
const addressedPages = (coachId: string, addresses: readonly string[]): readonly Page[] =>
  addresses.flatMap((address) => {
    const [, name] = PAGE_OF_COACH.exec(address) ?? [];
    if (name === undefined) return [];
    const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
    return [{ label, to: `/coach/${coachId}/${name}` }];
  });

/**
 * The entries of the palette for a query: clients first, then commands, then pages. Within a group those come first whose
 * label matches, and other words after them.
 */
export function paletteGroups(
  session: CurrentSession,
  query: string,
  { found: clients, recent, isDark, addresses }: PaletteContext,
): PaletteGroup[] {
  const coachId = session.user.id;
  const isViewed = session.viewingUntil !== null;
  const name = nameIn(query);
  const found = (name ? clients.filter(({ fullName }) => matchesQuery(fullName, name)) : clients).slice(
    0,
    CLIENTS_SHOWN,
  );
  const listed = [
    ...itemsOf('coach', session),
    ...analyticsItems(coachId, session.plan, new Date()),
    { label: 'Expenses', to: `/coach/${coachId}/expenses`, words: 'costs receipts rent bank import books' },
    { label: 'Exercises', to: `/coach/${coachId}/exercises`, words: 'library movements cues video' },
    { label: 'Foods', to: `/coach/${coachId}/foods`, words: 'nutrition calories macros allergens diets' },
    { label: 'Habits', to: `/coach/${coachId}/habits`, words: 'steps water sleep daily tick' },
    {
      label: 'Planner',
      to: `/coach/${coachId}/ai-planner`,
      words: 'generate draft program ai create workout plan meals nutrition',
    },
    {
      label: 'Invoices',
      to: `/coach/${coachId}/money?tab=invoices`,
      words: 'payments subscriptions packages owed bills receipts',
    },
    { label: 'Check-in forms', to: `/coach/${coachId}/check-in-templates`, words: 'templates questionnaires' },
    { label: 'Onboard a client', to: `/coach/${coachId}/client-onboarding`, words: 'onboarding health answers' },
    { label: 'Notifications', to: '/notifications', words: 'bell' },
    { label: 'Settings', to: '/settings', words: 'preferences options' },
    { label: 'Profile', to: '/coach-profile', words: 'photo bio about' },
    { label: 'Billing', to: '/billing', words: 'plan invoices card payment subscription' },
  ];
  const commands = commandsOf(coachId, isDark);
  const known = new Set([...listed, ...commands].map(({ to }) => to?.replace(/\?.*/, '')));
  const others = addressedPages(coachId, addresses).filter(({ to }) => !known.has(to));
  const pages = [...listed, ...others].filter((item) => !isWithheld(session, item)).map(page);
  const isLabelled = ({ label }: PaletteEntry) =>
    matchesQuery(label, query) || (name !== '' && matchesQuery(label, name));
  const fitting = (entries: readonly PaletteEntry[]) => [
    ...entries.filter(isLabelled),
    ...entries.filter((entry) => !isLabelled(entry) && matchesQuery(`${entry.label} ${entry.words ?? ''}`, query)),
  ];
  const acts = name ? found.slice(0, CLIENTS_WITH_COMMANDS).flatMap((client) => commandsFor(coachId, client)) : [];
  // With a verb before the name, its command stands above the client's page.
  const commanded = name === query.trim() ? [] : acts.filter(({ label }) => matchesQuery(label, query));
  // A verb alone is about the clients opened lately.
  const suggested =
    name && acts.length === 0
      ? recent
          .slice(0, CLIENTS_WITH_COMMANDS)
          .flatMap((client) => commandsFor(coachId, client))
          .filter(({ kind, label }) => kind === 'note' && matchesQuery(label, query))
      : [];
  return [
    { label: 'Best match', entries: commanded },
    {
      label: name ? 'Clients' : 'Recently opened',
      entries: found.map(({ clientId, fullName }) => ({
        id: clientId,
        kind: 'client' as const,
        label: fullName,
        to: `/coach/${coachId}/client/${clientId}`,
      })),
    },
    {
      label: 'Do',
      entries: [
        ...acts.filter((entry) => !commanded.includes(entry)),
        ...fitting(commands.filter(({ kind }) => !isViewed || WHILE_VIEWING.includes(kind))),
        ...suggested,
      ],
    },
    { label: 'Go to', entries: fitting([...pages, ...(name ? SETTINGS : [])]) },
  ].filter(({ entries }) => entries.length > 0);
}
