import { Button, Group, List, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import classes from './program-builder.module.css';
import { useBuilder } from './programs.context.ts';
import { versionQuery, versionsQuery } from './programs.queries.ts';

/** Changes that the dialog lists; more are counted. */
const CHANGES_SHOWN = 40;

type VersionsDialogProps = { coachId: string; programId: string; onClose: () => void };

/** Earlier versions with what has changed since, and a way back to each. */
export function VersionsDialog({ coachId, programId, onClose }: VersionsDialogProps) {
  const timeZone = useTimeZone();
  const { editor } = useBuilder();
  const [chosen, setChosen] = useState<number | null>(null);
  const version = useQuery(versionQuery(coachId, programId, chosen));
  const current = editor.getSnapshot().program;
  const changes = version.data ? describeChanges(version.data.program, current) : [];
  const restore = () => {
    const earlier = version.data?.program;
    if (!earlier) return;
    editor.edit((draft) => void Object.assign(draft, structuredClone(earlier)));
    toast.success('Earlier version restored', 'Undo brings back what you had.');
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title="Versions" size="lg">
      <QueryBoundary
        query={useQuery(versionsQuery(coachId, programId))}
        failed="The versions could not be loaded"
        skeleton={200}
        isEmpty={({ versions }) => versions.length === 0}
        empty={
          <EmptyState title="No earlier versions yet">
            A version is kept for every ten minutes in which you change the program.
          </EmptyState>
        }
      >
        {({ versions }) => (
          <Stack gap="md">
            <ul className={`${rows.divided} ${classes.versions}`}>
              {versions.map(({ version: number, savedAt }) => (
                <li key={number}>
                  <UnstyledButton
                    className={rows.link}
                    aria-pressed={number === chosen}
                    onClick={() => setChosen(number)}
                  >
                    <Text span fw={number === chosen ? 650 : 400} flex={1}>
                      Version {number}
                    </Text>
                    <Muted span>{timeAgo(savedAt, timeZone)}</Muted>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {chosen !== null && version.isPending && <Skeleton height={80} />}
            {chosen !== null && version.isError && <Text c="red">This version could not be loaded.</Text>}
            {version.data && (
              <Stack gap="sm">
                <Text fw={600}>{changes.length > 0 ? 'Changed since then' : 'Nothing has changed since then'}</Text>
                {changes.length > 0 && (
                  <List size="sm" spacing={4}>
                    {changes.slice(0, CHANGES_SHOWN).map((change) => (
                      <List.Item key={change}>{change}</List.Item>
                    ))}
                  </List>
                )}
                {changes.length > CHANGES_SHOWN && <Muted>And {changes.length - CHANGES_SHOWN} more changes.</Muted>}
                <Group justify="flex-end">
                  <Button disabled={changes.length === 0} onClick={restore}>
                    Restore version {version.data.version}
                  </Button>
                </Group>
              </Stack>
            )}
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
