import { Badge, Button, Card, Stack, Text } from '@mantine/core';
import type { MailSummary } from '@stridewell/contract/settings/settings';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { MailEditor } from './mail-editor.tsx';
import { mailQuery, mailsQuery } from './settings.queries.ts';

const LIST = { section: 'mails' };

/** All mails of the product, or the one whose name is in the address. */
export const MailsSection = ({ name }: { name: string | undefined }) =>
  name === undefined ? <MailList /> : <OneMail key={name} name={name} />;

function MailList() {
  return (
    <QueryBoundary query={useQuery(mailsQuery())} failed="The emails could not be loaded" skeleton={400}>
      {({ mails }) => (
        <Card padding={0} component="ul" className={rows.divided} aria-label="Emails">
          {mails.map((mail) => (
            <MailRow key={mail.name} mail={mail} />
          ))}
        </Card>
      )}
    </QueryBoundary>
  );
}

const MailRow = ({ mail: { name, label, about, changed } }: { mail: MailSummary }) => (
  <li>
    <Link to="/operator/settings" search={{ ...LIST, mail: name }} className={rows.link}>
      <Stack gap={0} flex={1} miw={0}>
        <Text span fw={600}>
          {label}
        </Text>
        <Muted component="span">{about}</Muted>
      </Stack>
      {changed && <Badge color="gray">Changed</Badge>}
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </Link>
  </li>
);

function OneMail({ name }: { name: string }) {
  return (
    <Stack gap="md">
      <Button
        variant="subtle"
        style={{ alignSelf: 'start' }}
        leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden />}
        renderRoot={(props) => <Link to="/operator/settings" search={LIST} {...props} />}
      >
        All emails
      </Button>
      <QueryBoundary query={useQuery(mailQuery(name))} failed="This email could not be loaded" skeleton={500}>
        {(mail) => <MailEditor mail={mail} />}
      </QueryBoundary>
    </Stack>
  );
}
