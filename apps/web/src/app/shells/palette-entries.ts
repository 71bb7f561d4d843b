import type { CurrentSession } from '@stridewell/contract/identity';
import type { BarItem } from './bar-items.ts';
import { analyticsItems, itemsOf, withoutPlanned } from './bar-items.ts';
import type { RecentClient } from './recent-clients.ts';

export type PaletteKind = 'client' | 'message' | 'check_in' | 'add' | 'group_message' | 'page';

export type PaletteEntry = {
  id: string;
  kind: PaletteKind;
  label: string;
  /** The path to open. Null for adding a client, which opens a dialog. */
  to: string | null;
};

export type PaletteGroup = { label: string; entries: PaletteEntry[] };

const CLIENTS_SHOWN = 6;
/** Commands for the best matches. */
const CLIENTS_WITH_COMMANDS = 3;

/** Verbs that people type before a name. */
const VERB = /^(?:(?:start )?(?:a )?message(?: to)?|(?:log )?(?:a )?check[- ]?in(?: for)?|go to|open)\s+/i;

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

const page = ({ label, to }: Pick<BarItem, 'label' | 'to'>): PaletteEntry => ({ id: to, kind: 'page', label, to });

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
  ];
}

/**
 * The entries of the palette for a query. `clients` are the matching ones, the best first, or the recent ones without a
 * query.
 */
export function paletteGroups(
  session: CurrentSession,
  query: string,
  clients: readonly RecentClient[],
): PaletteGroup[] {
  const coachId = session.user.id;
  const name = nameIn(query);
  const found = (name ? clients.filter(({ fullName }) => matchesQuery(fullName, name)) : clients).slice(
    0,
    CLIENTS_SHOWN,
  );
  const commands: PaletteEntry[] = [
    { id: 'add', kind: 'add', label: 'Add client', to: null },
    { id: 'group', kind: 'group_message', label: 'Send group message', to: `/coach/${coachId}/notifications` },
  ];
  const pages = [
    ...itemsOf('coach', coachId),
    ...withoutPlanned(analyticsItems(coachId, session.plan, new Date())),
    { label: 'Notifications', to: '/notifications' },
    { label: 'Settings', to: '/settings' },
    { label: 'Profile', to: '/coach-profile' },
    { label: 'Billing', to: '/billing' },
  ].map(page);
  const fitting = (entries: readonly PaletteEntry[]) =>
    entries.filter(({ label }) => matchesQuery(label, query) || (name !== '' && matchesQuery(label, name)));
  const acts = name ? found.slice(0, CLIENTS_WITH_COMMANDS).flatMap((client) => commandsFor(coachId, client)) : [];
  // With a verb before the name, its command stands above the client's page.
  const commanded = name === query.trim() ? [] : acts.filter(({ label }) => matchesQuery(label, query));
  return [
    { label: 'Best match', entries: commanded },
    {
      label: name ? 'Clients' : 'Opened lately',
      entries: found.map(({ clientId, fullName }) => ({
        id: clientId,
        kind: 'client' as const,
        label: fullName,
        to: `/coach/${coachId}/client/${clientId}`,
      })),
    },
    { label: 'Do', entries: [...acts.filter((entry) => !commanded.includes(entry)), ...fitting(commands)] },
    { label: 'Go to', entries: fitting(pages) },
  ].filter(({ entries }) => entries.length > 0);
}
