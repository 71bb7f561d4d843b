import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ClientProgram } from '@stridewell/contract/programs/programs';
import { clientProgramPdfUrl } from '@stridewell/contract/programs/programs.files.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { daysBetween } from '@stridewell/contract/time';
import {
  IconCalendarEvent,
  IconDots,
  IconFileTypePdf,
  IconPlayerStop,
  IconReplace,
  IconSparkles,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { clientProgramsQuery, useEndProgram } from './programs.queries.ts';
import { WEEKDAYS } from './programs.wording.ts';
import { shortDay } from './schedule-fields.tsx';

const ChooseProgramDialog = late(async () => (await import('./choose-program-dialog.tsx')).ChooseProgramDialog);
const RescheduleDialog = late(async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog);

type ClientProgramsProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  accepted: boolean;
  readOnly: boolean;
  /** Below the programs. */
  children: ReactNode;
};

/** Programs of a client: the present and the next one. */
export function ClientPrograms({ coachId, clientId, firstName, accepted, readOnly, children }: ClientProgramsProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <QueryBoundary
      query={useQuery(clientProgramsQuery(coachId, clientId))}
      failed="The program could not be loaded"
      skeleton={240}
    >
      {({ today, current, next, draft, waiting }) => (
        <Stack gap={20}>
          {!current && !next ? (
            <EmptyState
              title={waiting ? `${waiting} is waiting` : `${firstName} has no program`}
              action={
                accepted &&
                !readOnly && (
                  <Group gap="sm" justify="center">
                    <Button onClick={() => setChoosing(true)}>Assign a program</Button>
                    <Button
                      renderRoot={(props) => (
                        <Link
                          to="/coach/$coachId/ai-planner"
                          params={{ coachId }}
                          search={{ client: clientId }}
                          {...props}
                        />
                      )}
                      variant="default"
                    >
                      Draft a program
                    </Button>
                  </Group>
                )
              }
            >
              {waiting
                ? `It starts the Monday after ${firstName} joins and answers the health questions. If an answer rules out training, it waits until the answer is corrected or a doctor agrees.`
                : accepted
                  ? 'Choose one of your programs, and change it for this client whenever you like.'
                  : 'You can assign one once the invitation is accepted.'}
            </EmptyState>
          ) : (
            <>
              {current && (
                <ProgramCard
                  coachId={coachId}
                  today={today}
                  readOnly={readOnly}
                  title="Program"
                  followed={current}
                  hasDraft={draft?.clientProgramId === current.id}
                  onReplace={() => setChoosing(true)}
                />
              )}
              {next && (
                <ProgramCard
                  coachId={coachId}
                  today={today}
                  readOnly={readOnly}
                  title="Next program"
                  followed={next}
                  hasDraft={draft?.clientProgramId === next.id}
                  onReplace={() => setChoosing(true)}
                />
              )}
            </>
          )}
          {children}
          {choosing && (
            <ChooseProgramDialog
              coachId={coachId}
              clientId={clientId}
              firstName={firstName}
              onClose={() => setChoosing(false)}
            />
          )}
        </Stack>
      )}
    </QueryBoundary>
  );
}

type ProgramCardProps = {
  coachId: string;
  today: string;
  readOnly: boolean;
  title: string;
  followed: ClientProgram;
  hasDraft: boolean;
  onReplace: () => void;
};

function ProgramCard({ coachId, today, readOnly, title, followed, hasDraft, onReplace }: ProgramCardProps) {
  const { program, startDay, endDay, weekdays, clientId } = followed;
  const [dialog, setDialog] = useState<'reschedule' | 'end' | null>(null);
  const end = useEndProgram(coachId);
  const weeks = weeksOf(program).length;
  const isStarted = startDay <= today;
  const week = Math.min(weeks, Math.floor(daysBetween(startDay, today) / 7) + 1);
  return (
    <SectionCard
      title={title}
      aside={
        !readOnly && (
          <Group gap="xs">
            <Button component={Link} to={`/coach/${coachId}/client/${clientId}/program`} variant="default" size="xs">
              {hasDraft ? 'Continue editing' : 'Edit for this client'}
            </Button>
            <LateMenu
              position="bottom-end"
              target={(button) => <IconButton {...button} label={`Actions for ${program.name}`} icon={IconDots} />}
            >
              {(Menu) => (
                <>
                  <Menu.Item leftSection={<IconCalendarEvent size={16} />} onClick={() => setDialog('reschedule')}>
                    Change days
                  </Menu.Item>
                  <Menu.Item
                    component="a"
                    href={clientProgramPdfUrl(coachId, followed.id)}
                    download
                    leftSection={<IconFileTypePdf size={16} />}
                  >
                    Download as PDF
                  </Menu.Item>
                  <Menu.Item leftSection={<IconReplace size={16} />} onClick={onReplace}>
                    Assign another program
                  </Menu.Item>
                  <Menu.Item
                    renderRoot={(props) => (
                      <Link
                        to="/coach/$coachId/ai-planner"
                        params={{ coachId }}
                        search={{ client: clientId }}
                        {...props}
                      />
                    )}
                    leftSection={<IconSparkles size={16} />}
                  >
                    Draft a new version
                  </Menu.Item>
                  <Menu.Item color="red" leftSection={<IconPlayerStop size={16} />} onClick={() => setDialog('end')}>
                    {isStarted ? 'End program' : 'Remove program'}
                  </Menu.Item>
                </>
              )}
            </LateMenu>
          </Group>
        )
      }
    >
      <Stack gap="sm">
        <div>
          <Text fw={650} size="lg">
            {program.name}
          </Text>
          <Muted>
            {isStarted
              ? `Week ${week} of ${weeks}, since ${shortDay(startDay)}, until ${shortDay(endDay)}`
              : `${countLabel(weeks, 'week')}, from ${shortDay(startDay)} until ${shortDay(endDay)}`}
            . {listText(weekdays.map((day) => WEEKDAYS[day - 1] ?? ''))}.
          </Muted>
        </div>
        {isStarted && <Progress value={(week / weeks) * 100} aria-label={`Week ${week} of ${weeks}`} size="sm" />}
        {hasDraft && <Text size="sm">You have changes that are not published yet.</Text>}
      </Stack>
      {dialog === 'reschedule' && (
        <RescheduleDialog coachId={coachId} followed={followed} onClose={() => setDialog(null)} />
      )}
      <ConfirmDialog
        opened={dialog === 'end'}
        title={isStarted ? 'End this program?' : 'Remove this program?'}
        confirmLabel={isStarted ? 'End program' : 'Remove program'}
        cancelLabel="Keep program"
        action={end}
        fallback="The program continues. Please try again."
        onConfirm={() => {
          end.mutateAsync(followed.id).then(
            () => {
              setDialog(null);
              toast.success(isStarted ? 'Program ended' : 'Program removed');
            },
            () => undefined,
          );
        }}
        onClose={() => setDialog(null)}
      >
        {isStarted ? 'Logged workouts stay.' : 'It has not started yet.'} You can assign it again.
      </ConfirmDialog>
    </SectionCard>
  );
}
