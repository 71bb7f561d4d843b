import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The column of a table that names each client and leads to their page. */
export const clientColumn = (coachId: string) => ({
  header: 'Client',
  rowHeader: true,
  long: true,
  cell: ({ clientId, name }: { clientId: string; name: string }) => (
    <Anchor component={Link} to={`/coach/${coachId}/client/${clientId}`} c="inherit" fw={600}>
      {name}
    </Anchor>
  ),
});
