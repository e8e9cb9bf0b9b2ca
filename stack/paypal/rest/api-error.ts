import { ids } from '../ids.ts';
import type { Link } from '../shapes.ts';

export interface ErrorDetail {
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query';
  issue: string;
  description: string;
}

/** An answer in the provider's error form; routes throw it, the app sends it. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 415 | 422 | 500 | 503;
  readonly body: Record<string, unknown>;

  constructor(status: ApiError['status'], body: Record<string, unknown>) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

const documentation = (path: string): Link => ({
  href: `https://developer.paypal.com/docs/api/${path}`,
  rel: 'information_link',
  method: 'GET',
});

const failure = (
  status: ApiError['status'],
  name: string,
  message: string,
  details: ErrorDetail[] = [],
  links: Link[] = [],
): ApiError => {
  const first = details[0];
  const link = documentation(first ? `orders/v2/#error-${first.issue}` : 'overview/#error');
  const body = { name, message, debug_id: ids.debug(), links: [link, ...links] };
  return new ApiError(status, first ? { ...body, details } : body);
};

/** 400: the request's form is wrong. */
export const invalidRequest = (details: ErrorDetail[]): ApiError =>
  failure(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    details,
  );

/** 400: a report would have more records than the provider gives at once, so it gives none. */
export const resultSetTooLarge = (total: number, maximum: number): ApiError =>
  new ApiError(400, {
    name: 'RESULTSET_TOO_LARGE',
    message: 'Result set size is greater than the maximum limit. Change the filter criteria and try again.',
    information_link:
      'https://developer.paypal.com/docs/api/transaction-search/v1/#error-RESULTSET_TOO_LARGE',
    total_items: total,
    maximum_items: maximum,
    debug_id: ids.debug(),
  });

/** 422: the form is right, the business is not. */
export const unprocessable = (issue: string, description: string, field?: string, links?: Link[]): ApiError =>
  failure(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [field === undefined ? { issue, description } : { field, issue, description }],
    links,
  );

/** 404 for an id that names nothing. */
export const notFound = (field?: string): ApiError =>
  failure(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    {
      ...(field === undefined ? {} : { field }),
      issue: 'INVALID_RESOURCE_ID',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ]);

/** 403 for a token that may not do this. */
export const notAuthorized = (): ApiError =>
  failure(403, 'NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.', [
    {
      issue: 'PERMISSION_DENIED',
      description: 'You do not have permission to access or perform operations on this resource.',
    },
  ]);

/** 401 without any usable Authorization header. */
export const authenticationFailure = (): ApiError =>
  failure(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  );

/** 415: the body is not JSON by its content type. */
export const unsupportedMediaType = (): ApiError =>
  failure(415, 'UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload media type.');

export const internalError = (): ApiError =>
  failure(500, 'INTERNAL_SERVER_ERROR', 'An internal server error has occurred.');

export const serviceUnavailable = (): ApiError => failure(503, 'SERVICE_UNAVAILABLE', 'Service Unavailable.');

/** The older form that the v1 payments API still answers in. */
export const legacyError = (status: 400 | 404, name: string, message: string): ApiError =>
  new ApiError(status, {
    name,
    message,
    information_link: `https://developer.paypal.com/docs/api/payments/v1/#error-${name}`,
    debug_id: ids.debug(),
  });
