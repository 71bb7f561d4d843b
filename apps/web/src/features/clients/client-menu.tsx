import { useDisclosure } from '@mantine/hooks';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconMailForward,
  IconMailOff,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import type { ClientActions } from './clients.actions.ts';

const ArchiveClientDialog = late(async () => (await import('./archive-client-dialog.tsx')).ArchiveClientDialog);

type MenuAction = { label: string; Icon: typeof IconDots; run: () => void; danger?: boolean };

/** The actions that the status of a client allows. */
export function ClientMenu({ client, actions }: { client: ClientSummary; actions: ClientActions }) {
  const [asking, dialog] = useDisclosure(false);
  const items = actionsFor(client, actions, dialog.open);
  if (items.length === 0) return null;
  return (
    <>
      <LateMenu
        position="bottom-end"
        width={210}
        withinPortal={false}
        target={(button) => (
          <IconButton {...button} label={`Actions for ${client.fullName}`} icon={IconDots} iconSize={20} />
        )}
      >
        {(Menu) => (
          <>
            {items.map(({ label, Icon, run, danger }) => (
              <Menu.Item
                key={label}
                leftSection={<Icon size={18} stroke={1.75} />}
                {...(danger && { c: 'var(--mantine-color-error)' })}
                onClick={run}
              >
                {label}
              </Menu.Item>
            ))}
          </>
        )}
      </LateMenu>
      {asking && (
        <ArchiveClientDialog
          client={client}
          onClose={dialog.close}
          onConfirm={(departure) => actions.setStatus(client, 'archived', departure)}
        />
      )}
    </>
  );
}

function actionsFor(client: ClientSummary, { setStatus, inviteAgain }: ClientActions, ask: () => void): MenuAction[] {
  const archive = { label: 'Archive', Icon: IconArchive, run: ask, danger: true };
  const restore = client.accepted
    ? { label: 'Restore', Icon: IconArchiveOff, run: () => setStatus(client, 'active') }
    : { label: 'Invite again', Icon: IconMailForward, run: () => setStatus(client, 'invited') };
  switch (client.status) {
    case 'invited':
      return [
        { label: 'Send invitation again', Icon: IconMailForward, run: () => inviteAgain(client) },
        { label: 'Withdraw invitation', Icon: IconMailOff, run: ask, danger: true },
      ];
    case 'active':
      return [{ label: 'Pause', Icon: IconPlayerPause, run: () => setStatus(client, 'paused') }, archive];
    case 'paused':
      return [{ label: 'Resume', Icon: IconPlayerPlay, run: () => setStatus(client, 'active') }, archive];
    case 'archived':
      return [restore];
    case 'declined':
      return [restore, { label: 'Archive', Icon: IconArchive, run: () => setStatus(client, 'archived') }];
    case 'ended':
      return [];
  }
}
