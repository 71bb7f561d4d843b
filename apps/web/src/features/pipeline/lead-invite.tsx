import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { InvitedClient } from '@stridewell/contract/clients/clients';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { IconCopy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { codeOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useConvertLead } from './pipeline.queries.ts';

/** The fields with which a coach chooses what the new client begins with. */
export type StartFieldsFor = (start: StartChoices, onChange: (start: StartChoices) => void) => ReactNode;
type LeadInviteProps = { coachId: string; lead: Lead; startFields: StartFieldsFor; onClose: () => void };

/** Invites a lead as a client, which wins the lead and takes a seat. */
export function LeadInvite({ coachId, lead, startFields, onClose }: LeadInviteProps) {
  const convert = useConvertLead(coachId);
  // One id for all tries, so that a retry after a lost answer adds no second client.
  const [clientId] = useState(newId);
  const [start, setStart] = useState<StartChoices>({});
  const [client, setClient] = useState<InvitedClient | null>(null);
  const invite = () => {
    void convert.mutateAsync({ leadId: lead.id, clientId, start }).then(setClient, () => undefined);
  };
  return (
    <Dialog opened onClose={onClose} title={`Invite ${lead.name}`}>
      {client ? (
        <Invited client={client} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <ProblemAlert error={convert.error} fallback="The invitation was not sent. Please try again.">
            {codeOf(convert.error) === 'SEATS_FULL' && (
              <Anchor component={Link} to="/pricing" size="sm">
                Compare plans
              </Anchor>
            )}
          </ProblemAlert>
          <Text>
            We email the invitation to <b>{lead.email}</b>. {lead.name} counts as a client right away, and the lead
            moves to Won.
          </Text>
          {startFields(start, setStart)}
          <DialogActions
            cancelLabel="Cancel"
            onCancel={onClose}
            label="Send invitation"
            onConfirm={invite}
            busy={convert.isPending}
          />
        </Stack>
      )}
    </Dialog>
  );
}

const Invited = ({ client: { fullName, invitationUrl }, onClose }: { client: InvitedClient; onClose: () => void }) => (
  <Stack gap="md">
    <Text role="status">Invitation sent. {fullName} gets an email with a link to join you.</Text>
    {invitationUrl && (
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput label="Invite link" flex={1} readOnly value={invitationUrl} />
        <Button
          variant="light"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={() => copyText(invitationUrl, 'Link copied', 'Select the link and copy it.')}
        >
          Copy link
        </Button>
      </Group>
    )}
    <Muted>You see the link only now. Sending the invitation again makes a new one.</Muted>
    <Group justify="flex-end">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Stack>
);
