import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { clientQuery } from '../../features/clients/clients.queries.ts';
import { onIntent } from '../../lib/intent.ts';
import classes from './palette.module.css';
import { addRecentClient } from './recent-clients.ts';
import { useTypedAhead } from './typed-ahead.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(loadPalette);

const CLIENT_PAGE = /^\/coach\/[^/]+\/client\/([0-9a-f-]{36})/;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette, like Ctrl-K or Cmd-K. The palette loads on the first opening. */
export default function PaletteButton({ session }: { session: CurrentSession }) {
  const coachId = session.user.id;
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { pathname } = useLocation();
  const clientId = CLIENT_PAGE.exec(pathname)?.[1];
  const [query, setQuery] = useState('');
  const close = useCallback(() => setOpened(false), []);
  const toggle = () => {
    setWanted(true);
    if (!opened) setQuery('');
    setOpened(!opened);
  };
  useTypedAhead({ active: opened, setQuery, onEscape: close });
  // Also inside fields, because the combination types no letter.
  useHotkeys([['mod+K', toggle]], []);
  const keys = isMac() ? '⌘K' : 'Ctrl K';
  const opens = { 'aria-keyshortcuts': isMac() ? 'Meta+K' : 'Control+K', onClick: toggle, ...onIntent(loadPalette) };
  return (
    <>
      <UnstyledButton className={classes.field} visibleFrom="lg" {...opens}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span>Search</span>
        <Kbd size="xs" aria-hidden>
          {keys}
        </Kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size={36} hiddenFrom="lg" aria-label="Search" {...opens}>
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      {clientId && <RecordVisit key={clientId} coachId={coachId} clientId={clientId} />}
      {wanted && (
        <Suspense fallback={null}>
          <CommandPalette session={session} opened={opened} query={query} onQuery={setQuery} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Records the opened client once the name is loaded. */
function RecordVisit({ coachId, clientId }: { coachId: string; clientId: string }) {
  const { data } = useQuery({ ...clientQuery(coachId, clientId), enabled: false });
  const fullName = data?.fullName;
  useEffect(() => {
    if (fullName) addRecentClient(coachId, { clientId, fullName });
  }, [coachId, clientId, fullName]);
  return null;
}
