import { Card, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import rows from '../../ui/rows.module.css';

/** A list of clients whose rows lead to a check-in. */
export const CheckInLinks = ({ children }: { children: ReactNode }) => (
  <Card padding={0} component="ul" className={rows.divided}>
    {children}
  </Card>
);

export const CheckInLink = ({ to, name, children }: { to: string; name: string; children: ReactNode }) => (
  <li>
    <Link to={to} className={rows.link}>
      <ClientAvatar name={name} size={36} />
      <Text fw={600} flex={1}>
        {name}
      </Text>
      {children}
      <IconChevronRight size={18} stroke={1.75} aria-hidden />
    </Link>
  </li>
);
