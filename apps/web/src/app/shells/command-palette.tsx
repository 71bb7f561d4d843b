import { Text, UnstyledButton, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import {
  IconArrowRight,
  IconCalendarPlus,
  IconClipboardCheck,
  IconClipboardPlus,
  IconForms,
  IconLogout,
  IconMessage,
  IconMoon,
  IconNote,
  IconSearch,
  IconSend,
  IconSettings,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useClientsNamed } from '../../features/clients/clients.queries.ts';
import { addingClient } from '../../shared/add-client.ts';
import classes from './palette.module.css';
import { nameIn, type PaletteEntry, type PaletteKind, paletteGroups } from './palette-entries.ts';
import { readRecentClients } from './recent-clients.ts';
import { useSignOut } from './sign-out-dialog.tsx';
import { PALETTE_FIELD } from './typed-ahead.ts';

const TYPING_MS = 200;

const ICONS: Record<PaletteKind, typeof IconUser> = {
  client: IconUser,
  message: IconMessage,
  check_in: IconClipboardPlus,
  add: IconUserPlus,
  group_message: IconSend,
  review: IconClipboardCheck,
  session: IconCalendarPlus,
  form: IconForms,
  note: IconNote,
  scheme: IconMoon,
  sign_out: IconLogout,
  settings: IconSettings,
  page: IconArrowRight,
};

const [store, palette] = createSpotlight();

type CommandPaletteProps = {
  session: CurrentSession;
  opened: boolean;
  /** Kept outside, because typing starts before the palette is loaded. */
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
};

/** Finds clients, commands and pages by a few letters. */
export default function CommandPalette({ session, opened, query, onQuery, onClose }: CommandPaletteProps) {
  const { leave, dialog } = useSignOut(session);
  useEffect(() => {
    if (opened) palette.open();
    else palette.close();
  }, [opened]);
  return (
    <>
      <Spotlight.Root
        data-reads
        store={store}
        query={query}
        onQueryChange={onQuery}
        // Opening clears it. The palette may open again while it fades out.
        clearQueryOnClose={false}
        shortcut={null}
        onSpotlightClose={onClose}
        scrollable
        maxHeight="min(480px, 70dvh)"
        radius="lg"
        overlayProps={{ backgroundOpacity: 0.35 }}
        attributes={{ content: { 'aria-label': 'Search and commands' } }}
      >
        <PaletteContent session={session} query={query} onSignOut={leave} />
      </Spotlight.Root>
      {dialog}
    </>
  );
}

type PaletteContentProps = { session: CurrentSession; query: string; onSignOut: () => void };

function PaletteContent({ session, query, onSignOut }: PaletteContentProps) {
  const navigate = useNavigate();
  const { routesByPath } = useRouter();
  const listId = useId();
  const [selected, setSelected] = useState(0);
  const coachId = session.user.id;
  const name = nameIn(query);
  const [searched] = useDebouncedValue(name, TYPING_MS);
  const { clients, isAsking } = useClientsNamed(coachId, session.viewingUntil === null ? searched : '');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const recent = readRecentClients(coachId);
  const groups = paletteGroups(session, query, {
    found: name ? clients : recent,
    recent,
    isDark,
    addresses: Object.keys(routesByPath),
  });
  const entries = groups.flatMap((group) => group.entries);
  const optionId = (entry: PaletteEntry) => `${listId}-${entry.id.replaceAll(/[^\w-]/g, '_')}`;
  const shown = entries.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list selects its first entry.
  useEffect(() => setSelected(0), [shown]);
  const run = ({ kind, to }: PaletteEntry) => {
    palette.close();
    if (to !== null) void navigate({ href: to });
    else if (kind === 'add') addingClient.open();
    else if (kind === 'scheme') setColorScheme(isDark ? 'light' : 'dark');
    else if (kind === 'sign_out') onSignOut();
  };
  const active = entries[selected];
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  // The library moves the focus between its buttons. A combobox keeps it and names the selected option.
  const onKeyDown = (event: KeyboardEvent) => {
    // During input method composition Enter confirms a character.
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setSelected((selected + step + entries.length) % entries.length);
    if (event.key === 'Enter' && active) run(active);
  };
  const waiting = isAsking || searched !== name;
  return (
    <>
      <Spotlight.Search
        id={PALETTE_FIELD}
        // After the letters that were typed ahead.
        onFocus={({ currentTarget: field }) => field.setSelectionRange(field.value.length, field.value.length)}
        placeholder="Search clients, pages and commands"
        aria-label="Search clients, pages and commands"
        leftSection={<IconSearch size={20} stroke={1.75} />}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        {...(activeId ? { 'aria-activedescendant': activeId } : {})}
        onKeyDown={onKeyDown}
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
      />
      <Spotlight.ActionsList>
        <div role="listbox" id={listId} aria-label="Results">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a listbox.
            <div key={group.label} role="group" aria-label={group.label}>
              <Text size="xs" fw={600} c="dimmed" className={classes.group} aria-hidden>
                {group.label}
              </Text>
              {group.entries.map((entry) => {
                const Icon = ICONS[entry.kind];
                return (
                  <UnstyledButton
                    key={entry.id}
                    id={optionId(entry)}
                    role="option"
                    aria-selected={entry === active}
                    tabIndex={-1}
                    className={classes.entry}
                    // Keeps the focus in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => run(entry)}
                  >
                    <Icon size={18} stroke={1.75} aria-hidden />
                    <span className={classes.label}>{entry.label}</span>
                  </UnstyledButton>
                );
              })}
            </div>
          ))}
        </div>
        {entries.length === 0 && (
          <Text c="dimmed" size="sm" ta="center" py="lg">
            {waiting ? 'Searching…' : `Nothing found for “${query.trim()}”`}
          </Text>
        )}
      </Spotlight.ActionsList>
      <VisuallyHidden role="status">
        {waiting ? '' : entries.length === 1 ? '1 result' : `${entries.length} results`}
      </VisuallyHidden>
    </>
  );
}
