import { ActionIcon, Menu } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconMailForward,
  IconMailOff,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ClientLeaveDialog } from './client-leave-dialog.tsx';
import type { ClientActions } from './clients.actions.ts';

const ICON = { size: 18, stroke: 1.75 };

/** What can be done with a client as they are now. */
export function ClientMenu({ client, actions }: { client: ClientSummary; actions: ClientActions }) {
  const { status, accepted, fullName } = client;
  const back = accepted ? 'active' : 'invited';
  const [leaving, setLeaving] = useState(false);
  if (status === 'ended') return null;
  return (
    <>
      <Menu position="bottom-end" width={210} withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${fullName}`}>
            <IconDots size={20} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {status === 'invited' && (
            <Menu.Item leftSection={<IconMailForward {...ICON} />} onClick={() => actions.inviteAgain(client)}>
              Send invitation again
            </Menu.Item>
          )}
          {status === 'active' && (
            <Menu.Item leftSection={<IconPlayerPause {...ICON} />} onClick={() => actions.moveTo(client, 'paused')}>
              Pause
            </Menu.Item>
          )}
          {status === 'paused' && (
            <Menu.Item leftSection={<IconPlayerPlay {...ICON} />} onClick={() => actions.moveTo(client, 'active')}>
              Resume
            </Menu.Item>
          )}
          {(status === 'archived' || status === 'declined') && (
            <Menu.Item
              leftSection={accepted ? <IconArchiveOff {...ICON} /> : <IconMailForward {...ICON} />}
              onClick={() => actions.moveTo(client, back)}
            >
              {accepted ? 'Restore' : 'Invite again'}
            </Menu.Item>
          )}
          {status === 'declined' && (
            <Menu.Item leftSection={<IconArchive {...ICON} />} onClick={() => actions.moveTo(client, 'archived')}>
              Archive
            </Menu.Item>
          )}
          {(status === 'invited' || status === 'active' || status === 'paused') && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={status === 'invited' ? <IconMailOff {...ICON} /> : <IconArchive {...ICON} />}
              onClick={() => setLeaving(true)}
            >
              {status === 'invited' ? 'Revoke invitation' : 'Archive'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ClientLeaveDialog
        client={client}
        opened={leaving}
        onClose={() => setLeaving(false)}
        onConfirm={() => actions.moveTo(client, 'archived')}
      />
    </>
  );
}
