import { Anchor, Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { Lead, LeadDetail } from '@stridewell/contract/pipeline/pipeline';
import {
  LEAD_STATUS_LABELS,
  LEAD_STATUSES,
  type LeadStatus,
  LOST_REASON_LABELS,
} from '@stridewell/contract/pipeline/pipeline.rules';
import { relativeDayLabel } from '@stridewell/contract/time';
import { IconDots, IconMail, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { money } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import columns from '../../ui/columns.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { LeadDuplicates } from './lead-duplicates.tsx';
import type { StartFieldsFor } from './lead-invite.tsx';
import { LeadTasks } from './lead-tasks.tsx';
import { LeadTimeline } from './lead-timeline.tsx';
import { LostDialog } from './lost-dialog.tsx';
import { useDeleteLead, useMoveLead } from './pipeline.queries.ts';

const LeadInvite = late(async () => (await import('./lead-invite.tsx')).LeadInvite);
const LeadMail = late(async () => (await import('./lead-mail.tsx')).LeadMail);
const LeadForm = late(async () => (await import('./lead-form.tsx')).LeadForm);

const ICON = { size: 18, stroke: 1.75 };
const STATUSES = LEAD_STATUSES.map((value) => ({ value, label: LEAD_STATUS_LABELS[value] }));

type Open = 'edit' | 'mail' | 'invite' | 'lost' | 'delete' | null;
type LeadDetailsProps = {
  coachId: string;
  detail: LeadDetail;
  startFields: StartFieldsFor;
  onDeleted: () => void;
};

/** Everything about one lead, and what the coach can do with it. */
export function LeadDetails({ coachId, detail, startFields, onDeleted }: LeadDetailsProps) {
  const { lead, tasks, events, duplicates, today, timeZone } = detail;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const move = useMoveLead(coachId);
  const choose = (to: LeadStatus) => {
    if (to === lead.status) return;
    if (to === 'lost') setOpen('lost');
    else void move({ lead, to, lostReason: null });
  };
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Anchor component={Link} to={`/coach/${coachId}/pipeline`} size="sm">
          Pipeline
        </Anchor>
        <PageHeader title={lead.name} actions={<Actions coachId={coachId} lead={lead} onOpen={setOpen} />} />
      </Stack>
      <LeadDuplicates coachId={coachId} lead={lead} duplicates={duplicates} />
      <div className={columns.columns}>
        <Stack gap="lg">
          <LeadTasks coachId={coachId} tasks={tasks} today={today} leadId={lead.id} />
          <LeadTimeline events={events} today={today} timeZone={timeZone} />
        </Stack>
        <LeadFacts lead={lead} today={today} onStatus={choose} />
      </div>
      {open === 'edit' && <LeadForm coachId={coachId} lead={lead} today={today} onDone={close} onClose={close} />}
      {open === 'mail' && <LeadMail coachId={coachId} lead={lead} onClose={close} />}
      {open === 'invite' && <LeadInvite coachId={coachId} lead={lead} startFields={startFields} onClose={close} />}
      {open === 'lost' && (
        <LostDialog
          name={lead.name}
          onConfirm={(lostReason) => {
            close();
            void move({ lead, to: 'lost', lostReason });
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && <DeleteLead coachId={coachId} lead={lead} onDeleted={onDeleted} onClose={close} />}
    </Stack>
  );
}

type ActionsProps = { coachId: string; lead: Lead; onOpen: (open: Open) => void };

const Actions = ({ coachId, lead, onOpen }: ActionsProps) => (
  <Group gap="xs">
    <Button variant="default" leftSection={<IconPencil {...ICON} />} onClick={() => onOpen('edit')}>
      Edit
    </Button>
    {lead.email && (
      <Button variant="default" leftSection={<IconMail {...ICON} />} onClick={() => onOpen('mail')}>
        Email
      </Button>
    )}
    {lead.clientId ? (
      <Button component={Link} to={`/coach/${coachId}/client/${lead.clientId}`}>
        Open client
      </Button>
    ) : (
      <Button
        leftSection={<IconUserPlus {...ICON} />}
        disabled={!lead.email}
        title={lead.email ? undefined : 'Add an email address first'}
        onClick={() => onOpen('invite')}
      >
        Invite as client
      </Button>
    )}
    <LateMenu
      position="bottom-end"
      withinPortal={false}
      target={(button) => <IconButton {...button} label={`More about ${lead.name}`} icon={IconDots} />}
    >
      {(Menu) => (
        <>
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => onOpen('delete')}>
            Delete lead
          </Menu.Item>
        </>
      )}
    </LateMenu>
  </Group>
);

type LeadFactsProps = { lead: Lead; today: string; onStatus: (status: LeadStatus) => void };

const LeadFacts = ({ lead, today, onStatus }: LeadFactsProps) => (
  <SectionCard title="Details">
    <Stack gap="md">
      <NativeSelect
        label="Status"
        data={STATUSES}
        value={lead.status}
        onChange={({ currentTarget: { value } }) => {
          const status = LEAD_STATUSES.find((one) => one === value);
          if (status) onStatus(status);
        }}
      />
      <Stack component="dl" gap="sm" m={0}>
        {lead.lostReason && <Fact label="Lost reason">{LOST_REASON_LABELS[lead.lostReason]}</Fact>}
        {lead.email && (
          <Fact label="Email">
            <Anchor href={`mailto:${lead.email}`}>{lead.email}</Anchor>
          </Fact>
        )}
        {lead.phone && (
          <Fact label="Phone">
            <Anchor href={`tel:${lead.phone.replaceAll(/[^\d+]/g, '')}`}>{lead.phone}</Anchor>
          </Fact>
        )}
        {lead.valueCents !== null && <Fact label="Value">{money(lead.valueCents, lead.currency)}</Fact>}
        {lead.source && <Fact label="Source">{lead.source}</Fact>}
        <Fact label="Last contact">{lead.lastContact ? relativeDayLabel(lead.lastContact, today) : 'None yet'}</Fact>
        <Fact label="Follow-up">{lead.followUpOn ? relativeDayLabel(lead.followUpOn, today) : 'None planned'}</Fact>
        {lead.notes && (
          <Fact label="Notes">
            <Box style={{ whiteSpace: 'pre-line' }}>
              <LongText text={lead.notes} />
            </Box>
          </Fact>
        )}
      </Stack>
    </Stack>
  </SectionCard>
);

type DeleteLeadProps = { coachId: string; lead: Lead; onDeleted: () => void; onClose: () => void };

function DeleteLead({ coachId, lead, onDeleted, onClose }: DeleteLeadProps) {
  const remove = useDeleteLead(coachId);
  const confirm = () => {
    void remove.mutateAsync(lead.id).then(
      () => {
        toast.success('Lead deleted', lead.name);
        onDeleted();
      },
      // The dialog shows why.
      () => undefined,
    );
  };
  return (
    <ConfirmDialog
      title={`Delete ${lead.name}?`}
      confirmLabel="Delete lead"
      action={remove}
      fallback="The lead was not deleted. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      Tasks, notes and timeline are deleted too, and the figures no longer count this lead.
    </ConfirmDialog>
  );
}
