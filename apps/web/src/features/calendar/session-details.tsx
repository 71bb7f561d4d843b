import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { CalendarSession } from '@stridewell/contract/calendar/calendar';
import { dayInZone, relativeDayLabel, zoneName } from '@stridewell/contract/time';
import { IconCalendarOff, IconDownload, IconPencil, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { timeOfDay } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { StatusMenu } from '../../ui/status-menu.tsx';
import { seriesQuery, statusMenuOf, useSetSessionStatus } from './calendar.queries.ts';
import { isCancelled, timesLabel } from './calendar.wording.ts';
import { CancelSession } from './cancel-session.tsx';
import classes from './session-details.module.css';

type SessionDetailsProps = {
  coachId: string;
  session: CalendarSession;
  timeZone: string;
  clientZone: string | undefined;
  onClose: () => void;
  onEdit: () => void;
  onDownload: () => void;
};

/** The details of one session and its actions. */
export function SessionDetails(props: SessionDetailsProps) {
  const { coachId, session, timeZone, clientZone, onClose, onEdit, onDownload } = props;
  const [cancelling, setCancelling] = useState(false);
  const setStatus = useSetSessionStatus(coachId);
  const series = useQuery({ ...seriesQuery(coachId, session.id), enabled: session.seriesId !== null });
  const { clientId, clientName, sessionDate, status } = session;
  const today = dayInZone(new Date(), timeZone);
  const cancelled = isCancelled(session);
  return (
    <Dialog opened onClose={onClose} title={clientName}>
      {cancelling ? (
        <CancelSession coachId={coachId} session={session} onKeep={() => setCancelling(false)} onDone={onClose} />
      ) : (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text fw={600}>{session.sessionType}</Text>
            {cancelled ? (
              <Badge color="gray" variant="outline">
                canceled
              </Badge>
            ) : (
              <StatusMenu
                {...statusMenuOf(session, {
                  busy: setStatus.isPending,
                  onStatus: (wanted) => setStatus.mutate({ session, status: wanted }),
                  onCancel: () => setCancelling(true),
                })}
              />
            )}
          </Group>
          <dl className={classes.facts}>
            <dt>When</dt>
            <dd>
              {relativeDayLabel(dayInZone(new Date(sessionDate), timeZone), today)}, {timesLabel(session, timeZone)}
              {clientZone && timeOfDay(sessionDate, clientZone) !== timeOfDay(sessionDate, timeZone) && (
                <Muted>
                  {timeOfDay(sessionDate, clientZone)} for {clientName} ({zoneName(clientZone)})
                </Muted>
              )}
            </dd>
            {session.location && (
              <>
                <dt>Where</dt>
                <dd>
                  <LinkedText text={session.location} />
                </dd>
              </>
            )}
            {session.seriesId && (
              <>
                <dt>Repeats</dt>
                <dd>{series.data?.label ?? 'Part of a series'}</dd>
              </>
            )}
            {session.bookedBy !== 'coach' && (
              <>
                <dt>Booked by</dt>
                <dd>{clientName}</dd>
              </>
            )}
            {session.notes && (
              <>
                <dt>Notes</dt>
                <dd className={classes.notes}>
                  <LinkedText text={session.notes} />
                </dd>
              </>
            )}
          </dl>
          {cancelled && session.cancelReason && (
            <Alert color="gray" icon={<IconCalendarOff size={18} />} title="Why it was canceled">
              <span className={classes.notes}>{session.cancelReason}</span>
            </Alert>
          )}
          {session.meetingUrl && !cancelled && (
            <Button
              component="a"
              href={session.meetingUrl}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconVideo size={18} stroke={1.75} />}
            >
              Join the meeting
            </Button>
          )}
          <Group gap="sm">
            {!cancelled && (
              <Button variant="default" leftSection={<IconPencil size={18} stroke={1.75} />} onClick={onEdit}>
                Edit or move
              </Button>
            )}
            <Button variant="default" leftSection={<IconDownload size={18} stroke={1.75} />} onClick={onDownload}>
              .ics file
            </Button>
            {clientId && (
              <Button
                variant="subtle"
                renderRoot={(root) => (
                  <Link to="/coach/$coachId/client/$clientId" params={{ coachId, clientId }} {...root} />
                )}
              >
                Open client
              </Button>
            )}
            {!cancelled && status === 'scheduled' && (
              <Button variant="subtle" color="red" onClick={() => setCancelling(true)}>
                Cancel session
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
