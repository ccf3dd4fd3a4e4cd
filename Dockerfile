# The command `stych` in an image; docs/container.md tells how to build and use it.
ARG BASE=docker.io/library/debian:bookworm-slim

# A base with a Python of its own keeps it; any other is a Debian and gets Debian's.
FROM ${BASE} AS python
RUN command -v python3 >/dev/null || { \
      apt-get update \
      && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends python3 \
      && apt-get clean \
      && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log /var/log/alternatives.log; \
    } \
    && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 is needed")'

# What changes seldom: the tools that build (pip stays with them) and what the project depends on.
FROM python AS dependencies
RUN python3 -c 'import ensurepip' 2>/dev/null || { \
      apt-get update \
      && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends python3-venv; \
    }
WORKDIR /src
COPY pyproject.toml ./
RUN python3 -m venv /tools \
    && python3 -m venv --without-pip /opt/stych \
    && python3 -c 'import tomllib; it = tomllib.load(open("pyproject.toml", "rb")); \
print(*it["build-system"]["requires"], sep="\n", file=open("/tools/build.txt", "w")); \
own = it["project"]; \
print(*own["dependencies"], *own["optional-dependencies"]["web"], sep="\n", file=open("/tools/run.txt", "w"))' \
    && /tools/bin/pip install --no-cache-dir --requirement /tools/build.txt \
    && /tools/bin/pip --python /opt/stych/bin/python install --no-cache-dir \
         --requirement /tools/run.txt \
    && chmod -R a+rX /opt/stych

# What changes often: the project itself, gathered in /out. Needs no network.
FROM dependencies AS project
COPY . .
RUN /tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /tools/wheels . \
    && /tools/bin/pip --python /opt/stych/bin/python install --no-cache-dir --no-deps --no-index \
         --find-links /tools/wheels --no-warn-script-location --root /out stych \
    && mkdir -p /out/share/tournaments /out/share/bots/python \
    && cp -R tournaments/examples /out/share/tournaments/ \
    && cp -R bots/python/examples /out/share/bots/python/ \
    && chmod -R a+rX /out

FROM python
LABEL org.opencontainers.image.title="stych" \
      org.opencontainers.image.description="Tournaments for programs that play hidden-information card games" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 stych \
    && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home --home-dir /nonexistent \
         --shell /usr/sbin/nologin stych \
    && install --directory --owner=10001 --group=10001 /data
COPY --from=dependencies /opt/stych /opt/stych
COPY --from=project /out/opt/stych /opt/stych
COPY --from=project /out/share /usr/share/stych
ENV PATH=/opt/stych/bin:${PATH} STYCH_DATA=/data
WORKDIR /usr/share/stych
USER 10001:10001
ENTRYPOINT ["stych"]
CMD ["--help"]
