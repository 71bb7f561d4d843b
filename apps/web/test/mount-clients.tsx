import { screen } from '@testing-library/react';
import { readClientSearch } from '../src/features/clients/clients.search.ts';
import { ClientsPage } from '../src/features/clients/clients-page.tsx';
import { mountPage } from './mount.tsx';
import { COACH_ID } from './people.ts';
import { server } from './server.ts';

/** Mounts the list of clients as the server answers it, and waits until it is there. */
export async function mountClients(
  answer: object | ((request: Request) => Response | Promise<Response>),
  at = `/coach/${COACH_ID}/clients`,
) {
  server.on('GET /rest/v1/client_coach_relationships', answer);
  const app = await mountPage({
    at,
    read: readClientSearch,
    page: (search, onSearch) => (
      <ClientsPage
        riskOf={null}
        coachId={COACH_ID}
        search={search}
        onSearch={onSearch}
        today="2026-03-09"
        units="metric"
        review={null}
      />
    ),
  });
  await screen.findByText(/clients in your plan$/);
  return app;
}
