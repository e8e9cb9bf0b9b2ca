/** The smallest possible function. */
export default (request) => Response.json({ valid: request.url.length > 0 });
