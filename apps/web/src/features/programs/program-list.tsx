import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { ProgramSummary } from '@stridewell/contract/programs/programs';
import { IconCopy, IconDots, IconFolder, IconTrash } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { programQuery, programsQuery, useDeleteProgram, useSaveProgram } from './programs.queries.ts';

const LabelsDialog = late(async () => (await import('./labels-dialog.tsx')).LabelsDialog);

const matches = ({ name, split, description, tags, folder }: ProgramSummary, text: string): boolean => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [name, split, description, folder, ...tags].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
};

/** The coach's templates by folder, and the built-in examples. */
export function ProgramList({ coachId }: { coachId: string }) {
  const { data } = useSuspenseQuery(programsQuery(coachId));
  const [text, setText] = useState('');
  const [folder, setFolder] = useState('');
  const own = data.programs.filter(({ builtIn }) => !builtIn);
  const folders = [...new Set(own.map((one) => one.folder).filter(Boolean))].sort((a, b) => a.localeCompare(b));
  const shown = data.programs.filter((one) => matches(one, text) && (!folder || one.folder === folder));
  const builtIn = shown.filter((one) => one.builtIn);
  const groups = [...new Set(shown.filter((one) => !one.builtIn).map((one) => one.folder))].sort((a, b) =>
    a.localeCompare(b),
  );
  return (
    <Stack gap="lg">
      {data.programs.length > 5 && (
        <ListToolbar
          search={{ label: 'Search programs', typed: text, type: setText }}
          filters={
            folders.length > 0
              ? [
                  {
                    label: 'Folder',
                    data: [{ value: '', label: 'All folders' }, ...folders],
                    value: folder,
                    onChange: setFolder,
                  },
                ]
              : []
          }
        />
      )}
      {own.length === 0 && !text && (
        <EmptyState title="No programs of your own yet">
          Start with a new program, or copy one of the examples below and make it yours.
        </EmptyState>
      )}
      {shown.length === 0 && (
        <EmptyState title={text ? `No programs found for “${text}”` : 'No programs in this folder'} role="status">
          Search covers names, splits, descriptions, folders and tags.
        </EmptyState>
      )}
      {groups.map((name) => (
        <Section
          key={name}
          coachId={coachId}
          title={name || (groups.length > 1 ? 'Without a folder' : 'Your programs')}
          programs={shown.filter((one) => !one.builtIn && one.folder === name)}
          folders={folders}
        />
      ))}
      {builtIn.length > 0 && <Section coachId={coachId} title="Examples" programs={builtIn} folders={folders} />}
    </Stack>
  );
}

type SectionProps = { coachId: string; title: string; programs: readonly ProgramSummary[]; folders: readonly string[] };

function Section({ coachId, title, programs, folders }: SectionProps) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text component="h2" fw={650} m={0}>
        {title}
      </Text>
      <Card padding={0} component="ul" className={rows.divided}>
        {programs.map((program) => (
          <ProgramRow key={program.id} coachId={coachId} program={program} folders={folders} />
        ))}
      </Card>
    </Stack>
  );
}

type ProgramRowProps = { coachId: string; program: ProgramSummary; folders: readonly string[] };

function ProgramRow({ coachId, program, folders }: ProgramRowProps) {
  const { id, name, builtIn, frequency, split, weeks, tags, clients, description } = program;
  const [isLabelling, setLabelling] = useState(false);
  const copy = useCopyProgram(coachId);
  const remove = useRemoveProgram(coachId);
  const facts = [countLabel(weeks, 'week'), `${countLabel(frequency, 'day')} a week`, split].filter(Boolean).join(', ');
  return (
    <Group component="li" gap="sm" px={16} py={10} wrap="nowrap">
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="xs">
          <Anchor component={Link} to={`/coach/${coachId}/programs/${id}`} c="inherit" fw={650}>
            {name}
          </Anchor>
          {tags.map((tag) => (
            <Badge key={tag} size="sm" color="gray">
              {tag}
            </Badge>
          ))}
        </Group>
        <Muted truncate>{description ? `${facts}. ${description}` : facts}</Muted>
      </Stack>
      {clients > 0 && <Muted>{countLabel(clients, 'client')}</Muted>}
      <LateMenu
        position="bottom-end"
        target={(button) => <IconButton {...button} label={`Actions for ${name}`} icon={IconDots} />}
      >
        {(Menu) => (
          <>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy(program)}>
              Make a copy
            </Menu.Item>
            {!builtIn && (
              <Menu.Item leftSection={<IconFolder size={16} />} onClick={() => setLabelling(true)}>
                Folder and tags
              </Menu.Item>
            )}
            {!builtIn && (
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove(program)}>
                Delete
              </Menu.Item>
            )}
          </>
        )}
      </LateMenu>
      {isLabelling && (
        <LabelsDialog coachId={coachId} program={program} folders={folders} onClose={() => setLabelling(false)} />
      )}
    </Group>
  );
}

/** Copies a program into a new one and opens it. */
export function useCopyProgram(coachId: string) {
  const queries = useQueryClient();
  const save = useSaveProgram(coachId);
  const navigate = useNavigate();
  return async ({ id, name, builtIn }: Pick<ProgramSummary, 'id' | 'name' | 'builtIn'>) => {
    try {
      const { program, folder, tags } = await queries.fetchQuery(programQuery(coachId, id));
      const programId = newId();
      const copyName = builtIn ? name : `${name} (copy)`.slice(0, 80);
      await save.mutateAsync({ programId, basedOn: 0, folder, tags, program: { ...program, name: copyName } });
      await navigate({ to: `/coach/${coachId}/programs/${programId}` });
    } catch (error) {
      toast.error('The program was not copied', messageOf(error, 'Please try again.'));
    }
  };
}

/** Deletes a program, with a way to undo it. */
function useRemoveProgram(coachId: string) {
  const queries = useQueryClient();
  const remove = useDeleteProgram(coachId);
  const save = useSaveProgram(coachId);
  return async ({ id, name, folder, tags }: ProgramSummary) => {
    try {
      const { program } = await queries.fetchQuery(programQuery(coachId, id));
      await remove.mutateAsync(id);
      const restore = () =>
        save.mutateAsync({ programId: id, basedOn: 0, folder, tags, program }).then(
          () => toast.success(`${name} is back`),
          (error) => toast.error('The program was not restored', messageOf(error, 'Please try again.')),
        );
      toast.success(`${name} deleted`, 'Clients keep the program they follow.', {
        label: 'Undo',
        run: () => void restore(),
      });
    } catch (error) {
      toast.error('Nothing was deleted', messageOf(error, 'Please try again.'));
    }
  };
}
