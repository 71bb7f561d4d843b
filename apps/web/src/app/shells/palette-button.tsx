import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { CurrentSession } from '@stridewell/contract/identity';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { clientQuery } from '../../features/clients/clients.queries.ts';
import classes from './palette.module.css';
import { noteRecentClient } from './recent-clients.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

const CLIENT_PAGE = /^\/coach\/[^/]+\/client\/([0-9a-f-]{36})/;
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette, which loads when it is wanted for the first time; Ctrl-K or Cmd-K does the same. */
export function PaletteButton({ session }: { session: CurrentSession }) {
  const coachId = session.user.id;
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { pathname } = useLocation();
  const clientId = CLIENT_PAGE.exec(pathname)?.[1];
  const toggle = () => {
    setWanted(true);
    setOpened((value) => !value);
  };
  // Inside fields as well: it is no letter that somebody could mean to type.
  useHotkeys([['mod+K', toggle]], []);
  const keys = isMac() ? '⌘K' : 'Ctrl K';
  const opens = { 'aria-keyshortcuts': isMac() ? 'Meta+K' : 'Control+K', onClick: toggle };
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
      {clientId && <NoteVisit key={clientId} coachId={coachId} clientId={clientId} />}
      {wanted && (
        <Suspense fallback={null}>
          <CommandPalette session={session} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Remembers whose page is open, once the page knows the name. */
function NoteVisit({ coachId, clientId }: { coachId: string; clientId: string }) {
  const { data } = useQuery({ ...clientQuery(coachId, clientId), enabled: false });
  const fullName = data?.fullName;
  useEffect(() => {
    if (fullName) noteRecentClient(coachId, { clientId, fullName });
  }, [coachId, clientId, fullName]);
  return null;
}
