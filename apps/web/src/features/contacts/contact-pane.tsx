import { Anchor, Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { Contact, ContactDetail } from '@stridewell/contract/contacts/contacts';
import { CONTACT_KIND_LABELS, CONTACT_STATUS_LABELS } from '@stridewell/contract/contacts/contacts.rules';
import { PROSPECT_STAGE_LABELS } from '@stridewell/contract/prospects/prospects.rules';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ContactThread } from './contact-thread.tsx';
import { ContactWriter } from './contact-writer.tsx';
import {
  contactOperatorsQuery,
  contactQuery,
  useAssignContact,
  useConvertContact,
  useDeleteContact,
} from './contacts.queries.ts';
import { toastRefusal } from './contacts.wording.ts';
import classes from './contacts-page.module.css';
import { SpamSign } from './spam-sign.tsx';

type ContactPaneProps = {
  contactId: string;
  userId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onStatus: (contact: Contact, status: Contact['status']) => void;
  onDeleted: () => void;
};

/** One contact: what the visitor sent, what operators did since, and what they can do. */
export function ContactPane({ contactId, ...rest }: ContactPaneProps) {
  const query = useQuery(contactQuery(contactId));
  return (
    <QueryBoundary query={query} failed="The contact could not be loaded" skeleton={420}>
      {(detail) => <Opened key={contactId} detail={detail} onChanged={() => void query.refetch()} {...rest} />}
    </QueryBoundary>
  );
}

type OpenedProps = Omit<ContactPaneProps, 'contactId'> & { detail: ContactDetail; onChanged: () => void };

function Opened({ detail, userId, field, onStatus, onDeleted, onChanged }: OpenedProps) {
  const timeZone = useTimeZone();
  const { contact, facts, message, thread, prospect } = detail;
  return (
    <SectionCard
      title={contact.name}
      aside={<Muted style={{ flex: 'none' }}>{CONTACT_STATUS_LABELS[contact.status]}</Muted>}
    >
      <Stack gap="lg">
        {contact.spamReasons.length > 0 && (
          <Group gap="xs" role="group" aria-label="Signs of spam">
            {contact.spamReasons.map((reason) => (
              <SpamSign key={reason} text={reason} />
            ))}
            <Muted>Spam score {contact.spamScore} of 100</Muted>
          </Group>
        )}
        <dl className={classes.facts}>
          <Fact label="Email">
            <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>
          </Fact>
          {contact.business && <Fact label="Business">{contact.business}</Fact>}
          <Fact label={CONTACT_KIND_LABELS[contact.kind]}>{momentLabel(contact.receivedAt, timeZone)}</Fact>
          {contact.demoAt && <Fact label="Demo">{momentLabel(contact.demoAt, timeZone)}</Fact>}
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </dl>
        <div className={classes.text}>{message ? <LongText text={message} /> : <Muted>No message.</Muted>}</div>
        <Actions
          contact={contact}
          prospect={prospect}
          userId={userId}
          onStatus={onStatus}
          onDeleted={onDeleted}
          onChanged={onChanged}
        />
        {thread.length > 0 && <ContactThread thread={thread} name={contact.name} />}
        <ContactWriter contact={contact} field={field} onChanged={onChanged} />
      </Stack>
    </SectionCard>
  );
}

type ActionsProps = Omit<OpenedProps, 'detail' | 'field'> & Pick<ContactDetail, 'contact' | 'prospect'>;

function Actions({ contact, prospect, userId, onStatus, onDeleted, onChanged }: ActionsProps) {
  const { data } = useSuspenseQuery(contactOperatorsQuery());
  const [deleting, setDeleting] = useState(false);
  const assign = useAssignContact();
  const convert = useConvertContact();
  const { id: contactId, version, status } = contact;
  const give = (assigneeId: string | null) => {
    void assign.mutateAsync({ contactId, assigneeId, version }).catch((error: unknown) => {
      toastRefusal(error, contact.name);
      onChanged();
    });
  };
  const add = () => {
    void convert.mutateAsync(contactId).then(
      () => toast.success('Added to the pipeline', contact.name),
      (error: unknown) => toastRefusal(error, contact.name),
    );
  };
  const operators = [
    { value: '', label: 'Not assigned' },
    ...data.operators.map(({ id, name }) => ({ value: id, label: id === userId ? `${name} (you)` : name })),
  ];
  const isOpen = status === 'new' || status === 'open' || status === 'answered';
  return (
    <Group gap="sm">
      <NativeSelect
        size="sm"
        aria-label="Assigned to"
        data={operators}
        value={contact.assigneeId ?? ''}
        disabled={assign.isPending}
        onChange={(event) => give(event.currentTarget.value || null)}
      />
      {prospect ? (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/operator/pipeline/$prospectId" params={{ prospectId: prospect.id }} {...props} />
          )}
        >
          In pipeline: {PROSPECT_STAGE_LABELS[prospect.stage]}
        </Button>
      ) : (
        <Button variant="default" loading={convert.isPending} onClick={add}>
          Add to pipeline
        </Button>
      )}
      {isOpen ? (
        <>
          <Button variant="default" onClick={() => onStatus(contact, 'closed')}>
            Close contact
          </Button>
          <Button variant="default" onClick={() => onStatus(contact, 'spam')}>
            Mark as spam
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => onStatus(contact, 'open')}>
          {status === 'spam' ? 'Not spam' : 'Reopen contact'}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {deleting && <DeleteContact contact={contact} onDeleted={onDeleted} onClose={() => setDeleting(false)} />}
    </Group>
  );
}

type DeleteContactProps = { contact: Contact; onDeleted: () => void; onClose: () => void };

function DeleteContact({ contact, onDeleted, onClose }: DeleteContactProps) {
  const remove = useDeleteContact();
  const confirm = () => {
    void remove.mutateAsync(contact.id).then(
      () => {
        toast.success('Contact deleted', contact.name);
        onDeleted();
      },
      // The dialog shows why.
      () => undefined,
    );
  };
  return (
    <ConfirmDialog
      title={`Delete what ${contact.name} sent?`}
      confirmLabel="Delete contact"
      action={remove}
      fallback="The contact was not deleted. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      This permanently deletes the form, its notes and its replies. The prospect in the pipeline is kept.
    </ConfirmDialog>
  );
}
