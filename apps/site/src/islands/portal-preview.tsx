import { PortalPreview } from '@stridewell/web/features/site/landing-portal.tsx';
import { island } from '../parts/island.tsx';

export default island(PortalPreview);
