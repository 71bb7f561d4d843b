import { Anchor, Box, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import type { Prospect, ProspectDetail, ProspectEvent, ProspectTouch } from '@stridewell/contract/prospects/prospects';
import {
  PROSPECT_LOST_LABELS,
  PROSPECT_STAGE_LABELS,
  PROSPECT_STAGES,
  type ProspectStage,
  TOUCH_LABELS,
} from '@stridewell/contract/prospects/prospects.rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { momentLabel, onDayInSentence } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ChoiceDialog } from '../../ui/choice-dialog.tsx';
import columns from '../../ui/columns.module.css';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Form } from '../../ui/form.tsx';
import { late } from '../../ui/late.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useAddProspectNote, useDeleteProspect, useMoveProspect } from './prospects.queries.ts';
import { eventText } from './prospects.wording.ts';

const ProspectForm = late(async () => (await import('./prospect-form.tsx')).ProspectForm);

const STAGES = PROSPECT_STAGES.map((value) => ({ value, label: PROSPECT_STAGE_LABELS[value] }));

type ProspectDetailsProps = { detail: ProspectDetail; today: string; onDeleted: () => void };

/** Everything about one prospect, and what operators can do with them. */
export function ProspectDetails({ detail, today, onDeleted }: ProspectDetailsProps) {
  const { prospect, touches, events } = detail;
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Anchor component={Link} to="/operator/pipeline" size="sm">
          Pipeline
        </Anchor>
        <PageHeader
          title={prospect.name}
          actions={
            <Group gap="xs">
              <Button variant="default" onClick={() => setOpen('edit')}>
                Edit
              </Button>
              <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
                Delete
              </Button>
            </Group>
          }
        />
      </Stack>
      <div className={columns.columns}>
        <Stack gap="lg">
          <Notes prospect={prospect} events={events} />
          <Touches touches={touches} />
        </Stack>
        <Facts prospect={prospect} today={today} />
      </div>
      {open === 'edit' && <ProspectForm prospect={prospect} onClose={close} />}
      {open === 'delete' && <DeleteProspect prospect={prospect} onDeleted={onDeleted} onClose={close} />}
    </Stack>
  );
}

/** Notes and changes of the stage, newest first. */
function Notes({ prospect, events }: { prospect: Prospect; events: readonly ProspectEvent[] }) {
  const timeZone = useTimeZone();
  const add = useAddProspectNote();
  // One id for all tries, so that a retry after a lost answer adds no second note.
  const [noteId, setNoteId] = useState(newId);
  const form = useSchemaForm(async () => (await import('./prospects.schemas.ts')).note, {
    initialValues: { text: '' },
    submit: (values) => add.mutateAsync({ prospectId: prospect.id, noteId, ...values }),
    onDone() {
      setNoteId(newId());
      form.reset();
    },
    fallback: 'The note was not added. Please try again.',
  });
  return (
    <SectionCard title="Notes and stages">
      <Stack gap="lg">
        <Form form={form} submitLabel="Add note" submitVariant="default">
          <Textarea label="Note" autosize minRows={2} maxRows={10} {...form.getInputProps('text')} />
        </Form>
        {events.length > 0 && (
          <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Notes and stages">
            {events.map((event) => (
              <li key={event.id}>
                <Text fw={500}>{eventText(event)}</Text>
                <Muted>{momentLabel(event.at, timeZone)}</Muted>
                {event.text && (
                  <Box style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                    <LongText text={event.text} />
                  </Box>
                )}
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </SectionCard>
  );
}

/** Visits of the person to the platform's pages, newest first. */
function Touches({ touches }: { touches: readonly ProspectTouch[] }) {
  const timeZone = useTimeZone();
  return (
    <SectionCard title="Touches">
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {touches.map(({ kind, subjectId, heardFrom, at }) => (
          <li key={`${kind} ${subjectId}`}>
            <Text fw={500}>
              {TOUCH_LABELS[kind]}
              {heardFrom && `, found us through ${heardFrom}`}
            </Text>
            <Muted>{momentLabel(at, timeZone)}</Muted>
            {(kind === 'contact_form' || kind === 'demo_request') && (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/operator/contacts" search={{ filter: 'all', contact: subjectId }} {...props} />
                )}
              >
                Open contact
              </Anchor>
            )}
          </li>
        ))}
      </Stack>
    </SectionCard>
  );
}

function Facts({ prospect, today }: { prospect: Prospect; today: string }) {
  const move = useMoveProspect();
  const [losing, setLosing] = useState(false);
  const choose = (to: ProspectStage) => {
    if (to === 'lost') setLosing(true);
    else if (to !== prospect.stage) void move({ prospect, to, lostReason: null });
  };
  const { email, phone, business, firstTouch, heardFrom, nextStep, nextStepOn, lostReason, coachId } = prospect;
  const due = nextStepOn && `due ${onDayInSentence(nextStepOn, today)}`;
  const step = [nextStep, due].filter(Boolean).join(', ');
  return (
    <SectionCard title="Details">
      <Stack gap="md">
        <Select
          label="Stage"
          data={STAGES}
          allowDeselect={false}
          value={prospect.stage}
          onChange={(value) => {
            const stage = PROSPECT_STAGES.find((one) => one === value);
            if (stage) choose(stage);
          }}
        />
        <Stack component="dl" gap="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
          {lostReason && <Fact label="Lost reason">{PROSPECT_LOST_LABELS[lostReason]}</Fact>}
          <Fact label="Next step">{step || 'None planned'}</Fact>
          <Fact label="Email">
            <Anchor href={`mailto:${email}`}>{email}</Anchor>
          </Fact>
          {phone && (
            <Fact label="Phone">
              <Anchor href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</Anchor>
            </Fact>
          )}
          {business && <Fact label="Business">{business}</Fact>}
          <Fact label="First touch">{TOUCH_LABELS[firstTouch]}</Fact>
          {heardFrom && <Fact label="Found us through">{heardFrom}</Fact>}
        </Stack>
        {coachId && (
          <Anchor
            renderRoot={(props) => <Link to="/operator/accounts/$userId" params={{ userId: coachId }} {...props} />}
          >
            Open account
          </Anchor>
        )}
      </Stack>
      {losing && (
        <ChoiceDialog
          title={`Why was ${prospect.name} lost?`}
          label="Reason"
          choices={PROSPECT_LOST_LABELS}
          confirmLabel="Move to Lost"
          onConfirm={(reason) => {
            setLosing(false);
            void move({ prospect, to: 'lost', lostReason: reason });
          }}
          onClose={() => setLosing(false)}
        />
      )}
    </SectionCard>
  );
}

type DeleteProspectProps = { prospect: Prospect; onDeleted: () => void; onClose: () => void };

function DeleteProspect({ prospect, onDeleted, onClose }: DeleteProspectProps) {
  const remove = useDeleteProspect();
  const confirm = () => {
    void remove.mutateAsync(prospect.id).then(
      () => {
        toast.success('Prospect deleted', prospect.name);
        onDeleted();
      },
      // The dialog shows why.
      () => undefined,
    );
  };
  return (
    <ConfirmDialog
      title={`Delete ${prospect.name}?`}
      confirmLabel="Delete prospect"
      action={remove}
      fallback="The prospect was not deleted. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      Notes, stages and touches are deleted too. Contacts in the inbox and the account of a coach stay.
    </ConfirmDialog>
  );
}
