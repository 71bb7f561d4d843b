import { Avatar, Group } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { initialsOf, type NavigationBar } from '@stridewell/contract/identity/identity.rules';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLiveCalendar } from '../../features/calendar/calendar.live.ts';
import { useLiveClients } from '../../features/clients/clients.live.ts';
import { useLiveFoodLogs } from '../../features/foodlogs/foodlogs.live.ts';
import { useLiveMessages } from '../../features/messages/messages.live.ts';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useLiveNotifications } from '../../features/notifications/notifications.queries.ts';
import { useLiveConsole } from '../../features/operator/operator.live.ts';
import { useLiveWorkouts } from '../../features/workouts/workouts.live.ts';
import { useStore } from '../../lib/store.ts';
import { addingClient } from '../../shared/add-client.ts';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './shell.module.css';
import { useLiveSession } from './use-live-session.ts';
import { useVisit } from './use-visit.ts';

const PaletteButton = lazy(() => import('./palette-button.tsx'));
const AddClientDialog = lazy(() => import('../../features/clients/add-client-dialog.tsx'));

/** The right end of the bar for signed-in people. */
export default function SignedInTools({ bar, session }: { bar: NavigationBar; session: CurrentSession }) {
  const navigate = useNavigate();
  const { client } = session;
  useLiveSession(session);
  useVisit(session);
  useLiveMessages(session.user.id);
  useLiveNotifications(session.user.id);
  useLiveCalendar(session.user.id);
  useLiveClients(session.user.id);
  useLiveWorkouts(session.user.id);
  useLiveFoodLogs(session.user.id);
  useLiveConsole(session.user.id, session.operatorRole !== null);
  return (
    <Group gap={6} wrap="nowrap" className={classes.signedIn}>
      {bar === 'coach' && <PaletteButton session={session} />}
      {bar === 'coach' && <AddClient session={session} />}
      {session.viewingUntil === null && (
        <NotificationBell
          initialUnread={session.unreadNotifications}
          onOpen={async (notification) => {
            // Loaded late, because no first screen needs the addresses of all notifications.
            const { targetOf } = await import('./notification-target.ts');
            await navigate({ href: targetOf(notification, session) });
          }}
        />
      )}
      {bar === 'operator' && (
        <Avatar component={Link} to="/operator/profile" size={34} aria-label="OP, your profile">
          OP
        </Avatar>
      )}
      {bar === 'client' && (
        <Avatar
          component={Link}
          to="/client/profile"
          size={34}
          className={classes.face}
          src={client?.photoId ? fileUrl(client.coachId, client.photoId, 'thumb') : null}
          alt=""
          aria-label={`${initialsOf(session.user.fullName)}, your profile`}
        >
          {initialsOf(session.user.fullName)}
        </Avatar>
      )}
      <ProfileMenu bar={bar} session={session} />
    </Group>
  );
}

/** The dialog that any screen of the coach opens. It loads on the first opening. */
function AddClient({ session }: { session: CurrentSession }) {
  const opened = useStore(addingClient);
  const wasOpened = useRef(false);
  wasOpened.current ||= opened;
  // Close the dialog on sign-out.
  useEffect(() => addingClient.close, []);
  if (!wasOpened.current) return null;
  return (
    <Suspense fallback={null}>
      <AddClientDialog
        coachId={session.user.id}
        plan={session.plan.plan}
        opened={opened}
        onClose={addingClient.close}
      />
    </Suspense>
  );
}
