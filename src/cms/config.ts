import type { CmsConfig } from '@sveltia/cms';
import { site } from '../shared/site.ts';
import { cmsCollections } from './collections.ts';

/**
 * What the content editor at /cms is told: which files there are and which fields they have. On this computer it
 * works on the project's folder; elsewhere on the repository, with an access token of the marketer's own, so that
 * no service stands between them.
 */
export const cmsConfig = (): CmsConfig => ({
  backend: {
    name: 'github',
    repo: site.repository.name,
    branch: site.repository.branch,
    auth_methods: ['token'],
    commit_messages: {
      create: 'content: {{collection}} {{slug}}, new',
      update: 'content: {{collection}} {{slug}}',
      delete: 'content: {{collection}} {{slug}}, removed',
    },
  },
  app_title: `${site.product} content`,
  logo: { src: '/favicon.svg', show_in_header: true },
  site_url: site.url,
  show_preview_links: false,
  // The site itself is the preview: it is drawn anew when a file is saved.
  editor: { preview: false },
  media_folder: 'public/images',
  public_folder: '/images',
  slug: { clean_accents: true, maxlength: 60 },
  output: { omit_empty_optional_fields: true, yaml: { quote: 'none' } },
  collections: cmsCollections(),
});
